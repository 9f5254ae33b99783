/** What the static course shows of lesson 9: the drawing component. */

export { Plane } from "../../web/hosts/course/plane.js";
