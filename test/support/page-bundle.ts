/** Stands for the page's app in tests of what is around it. */
export const script = "void 0;";
export const style = "body{}";
