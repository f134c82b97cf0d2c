// `version.ts` for browsers: the build writes it in.
declare const PACKAGE_VERSION: string;

export const version: string = PACKAGE_VERSION;
