// A hand changes gamma or the points of a support vector classifier, and lets go: what the panel shows at each frame and then.
import { makePoints } from "../../web/model/points.js";
import { Panel } from "../../web/paint/panel.js";

/** The descriptions of the frames, and the one after them. */
export const drag = (model, frames) => {
  const classes = ["class 0", "class 1"].map((name) => ({ name }));
  const board = { classes, label: 0, howToStart: "", isAhead: false, drawing: {}, drag: "gamma", takeMoved: () => undefined, takeWishes: () => ({ cutRequest: null }) };
  const panel = new Panel(board, { querySelector: () => ({}) }, null, 0);
  const show = () => {
    panel.refit({ model });
    return panel.fit.sides[0].description;
  };
  const drags = frames.map(([gamma, x1, x2, labels]) => {
    Object.assign(board, { gamma, points: makePoints(x1, x2, labels) });
    return show();
  });
  board.drag = null;
  return { held: drags, resting: show() };
};
