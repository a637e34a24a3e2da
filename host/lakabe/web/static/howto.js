/** The page that tells how to play. */

import "./header.js";
import { drawAll } from "./diagram.js";

drawAll(document);
