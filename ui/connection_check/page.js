import { showCheck } from "./check.js";

showCheck(document.querySelector("#check"), document.baseURI);
