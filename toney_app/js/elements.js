// Create elements; replaces the styling library, of which we use only this.

import { createElement } from "react";

export const jsx = createElement;
