import type { GivenFile } from "../browser/given-file.js";

/** Files of a drop or a choice, read whole; folders and what cannot be read are named. */
export async function readFiles(
  list: Iterable<File>,
): Promise<{ readonly files: readonly GivenFile[]; readonly unread: readonly string[] }> {
  const files: GivenFile[] = [];
  const unread: string[] = [];
  for (const file of list) {
    const path = file.webkitRelativePath || file.name;
    try {
      files.push({ path, bytes: new Uint8Array(await file.arrayBuffer()) });
    } catch {
      unread.push(path);
    }
  }
  return { files, unread };
}

/** Adds files; of two with one name, the later one gets a number. */
export function added(files: readonly GivenFile[], others: readonly GivenFile[]): readonly GivenFile[] {
  const all = [...files];
  for (const file of others) all.push({ ...file, path: freeName(file.path, all) });
  return all;
}

function freeName(path: string, taken: readonly GivenFile[]): string {
  const [, stem = path, ending = ""] = /^(.*?)((?:\.[^./]+)*)$/.exec(path) ?? [];
  for (let number = 1; ; number++) {
    const name = number === 1 ? path : `${stem} (${number})${ending}`;
    if (!taken.some((file) => file.path === name)) return name;
  }
}

/** Hands a text to the reader as a file: the browser asks nobody for it. */
export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/html" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
