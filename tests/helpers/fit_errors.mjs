// The sentences of errors in the browser.
import { FitError } from "../../web/model/fit_error.js";

export const describe = (code, fields) => {
  const { message, reason } = new FitError(code, fields);
  return { message, reason };
};
