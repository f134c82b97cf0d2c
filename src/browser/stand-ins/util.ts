// `node:util` for browsers.
export { dequal as isDeepStrictEqual } from "dequal";
