/** The page's app as the build makes it: see `.build/page.mjs`. */
declare module "page-bundle" {
  export const script: string;
  export const style: string;
}
