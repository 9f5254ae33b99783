// The scales of the picture for plain arguments; a digit is 8 pixels wide.
import { filledView, planeView } from "../../web/paint/paint.js";
import { changeSwitch, readSwitches } from "../../web/wire/data.js";
import { fitName } from "../../web/hosts/pocket/table.js";

export { changeSwitch, fitName, readSwitches };

const PEN = { font: "", measureText: (text) => ({ width: 8 * text.length }) };

const place = (make, box, [width, height], equal, axes) => {
  const view = make(PEN, "sans", box, width, height, { axes, equal }), { plot } = view;
  return { box: view.box, plot: [plot.left, plot.top, plot.width, plot.height], pixel: [view.pixelX(box[0]), view.pixelY(box[2])] };
};

export const fill = (...rest) => place(filledView, ...rest);
export const fit = (...rest) => place(planeView, ...rest);
