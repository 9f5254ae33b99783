/** The page of somebody who has the address, and still has to type the code. */

import { setText } from "../paint/words.js";
import { askCode } from "./code_form.js";
import { finder } from "./elements.js";

setText(finder(document)(".connection"), "");
askCode("Enter the code that the projector shows.", "");
