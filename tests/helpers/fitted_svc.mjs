// A support vector classifier's description, or the sentence with which it is refused.
import { fitSvc } from "../../web/model/svc.js";

export const fit = (points, isPositive, settings) => {
  try {
    return fitSvc(points, isPositive, settings);
  } catch (error) {
    return { problem: error.message };
  }
};
