import { showCheck } from "./check.js";

showCheck(/** @type {Element} */ (document.querySelector("#check")), document.baseURI);
