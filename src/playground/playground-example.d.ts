/** A recording with faults, which the build takes from the fixtures. */
declare module "playground-example" {
  export const name: string;
  export const text: string;
}
