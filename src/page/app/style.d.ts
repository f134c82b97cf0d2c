/** The build puts style sheets together. */
declare module "*.css";
