import type { Source } from "../json/node.js";
import type { Batch } from "./batch.js";
import type { DocumentPlace } from "./to-violation.js";

type RecordingsBatch = Extract<Batch, { readonly kind: "recordings" }>;

/**
 * Where the documents of a batch are. Most batches have nothing to report: then nobody asks.
 *
 * @param outside the files of declarations that the run was given
 */
export function placesIn(
  { documents, others }: RecordingsBatch,
  path: string,
  outside: ReadonlyMap<Source, string> | undefined,
): (source: Source) => DocumentPlace {
  let places: Map<Source, DocumentPlace> | undefined;
  return (source) => {
    const outsidePath = outside?.get(source);
    if (outsidePath !== undefined) return { path: outsidePath, record: null };
    places ??= new Map(
      [...documents, ...others].map((each) => [each.document.root.range.source, { path: memberPath(path, each), record: each.record }]),
    );
    return places.get(source) ?? { path, record: null };
  };
}

/** A file in an archive is shown as if the archive were a folder. */
export function memberPath(path: string, { member }: { readonly member?: string }): string {
  return member === undefined ? path : `${path}/${member}`;
}
