/** What the static course shows of lesson 10 in place of a picture: the printed lines, and the search of the entries. */

export { Hunt, startSearch } from "../../web/hosts/course/hunt.js";
