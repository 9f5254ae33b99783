/** The page at the address without a code: a form for the code. */

import { finder, setText } from "../paint/words.js";
import { askCode } from "./code_form.js";

setText(finder(document)(".connection"), "");
askCode("Enter the code that the projector shows.", "");
