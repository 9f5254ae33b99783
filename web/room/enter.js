/** The page of somebody who has the address, and still has to type the code. */

import { finder, setText } from "../paint/words.js";
import { askCode } from "./code_form.js";

setText(finder(document)(".connection"), "");
askCode("Enter the code that the projector shows.", "");
