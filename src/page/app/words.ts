/** `1 call`, `2,345 calls`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}

/** `2,345`, the same in every browser. */
export function number(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** `97.3 %`; never 100 % where something is missing. */
export function percent(part: number, whole: number): string {
  if (whole === 0 || part === whole) return whole === 0 ? "–" : "100 %";
  const share = Math.min(99.9, Math.floor((1000 * part) / whole) / 10);
  return `${share} %`;
}

/** `items[].price` for a pointer with `*` for an index. */
export function argumentInWords(pointer: string | null): string {
  if (pointer === null || pointer === "") return "the whole call";
  return pointer
    .slice(1)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce(
      (path, step) =>
        step === "*" || /^\d+$/.test(step) ? `${path}[${step === "*" ? "" : step}]` : path === "" ? step : `${path}.${step}`,
      "",
    );
}
