import { Buffer } from "node:buffer";
import type { JsonNode } from "../json/node.js";
import type { Toolset } from "../model/tool.js";
import { type ReadListOptions, readList } from "./read-list.js";

/** Lists kept, and the bytes of all of them: a run sees a few lists again and again, or each list once. */
const maxLists = 256;
const maxBytes = 16 * 1024 * 1024;

/** Words of a list that its hash is made of, at most, and lists that are kept though they have the same. */
const maxHashed = 64;
const maxAlike = 4;

/** Reads lists of tools; `readTools` says which. */
export interface ToolReader {
  /** The very same Toolset for the same bytes and options, as long as it is kept. */
  read(node: JsonNode, options?: ReadListOptions): Toolset;
}

interface Kept {
  /** A copy: a view would keep its whole file in memory. */
  readonly bytes: Buffer;
  /** Its key among the kept ones: the hash, or one of the next few where other lists have that hash. */
  readonly slot: number;
  readonly options: ReadListOptions;
  readonly toolset: Toolset;
}

/**
 * Makes a reader that keeps what it read, by the bytes of the declaration: the records of one file repeat the same list.
 *
 * A Toolset is plain data, so it may outlive the document. A list that the scan knew again is found by that, the one read last by one
 * comparison of bytes, any other kept one by its hash; the one unused for longest goes first.
 */
export function createToolReader(): ToolReader {
  const kept = new Map<number, Kept>();
  /** By what stands for the bytes where the scan has compared them already. */
  const recalled = new WeakMap<object, Kept>();
  let keptBytes = 0;
  let last: Kept | undefined;

  function forget(entry: Kept): void {
    kept.delete(entry.slot);
    keptBytes -= entry.bytes.length;
  }

  function find(hash: number, bytes: Uint8Array, options: ReadListOptions): Kept | undefined {
    for (let slot = hash; slot < hash + maxAlike; slot += 1) {
      const entry = kept.get(slot);
      if (entry !== undefined && isSame(entry, bytes, options)) return entry;
    }
    return undefined;
  }

  /** Keeps another list with this hash; where all its slots are taken, it displaces one. */
  function keep(hash: number, bytes: Uint8Array, options: ReadListOptions, toolset: Toolset): Kept {
    let slot = hash;
    while (kept.has(slot) && slot < hash + maxAlike - 1) slot += 1;
    const displaced = kept.get(slot);
    if (displaced !== undefined) forget(displaced);
    const entry = { bytes: Buffer.from(bytes), slot, options, toolset };
    kept.set(slot, entry);
    keptBytes += bytes.length;
    for (const oldest of kept.values()) {
      if (kept.size <= maxLists && keptBytes <= maxBytes) break;
      forget(oldest);
    }
    return entry;
  }

  return {
    read(node, options = {}) {
      const { recalledFrom } = node;
      const again = recalledFrom && recalled.get(recalledFrom);
      if (again !== undefined && isAsked(again.options, options)) return again.toolset;
      const bytes = node.bytes();
      if (bytes === undefined || bytes.length > maxBytes) return readList(node, options);
      if (last !== undefined && isSame(last, bytes, options)) return last.toolset;
      const hash = hashOf(bytes, options);
      const found = find(hash, bytes, options);
      if (found === undefined) {
        last = keep(hash, bytes, options, readList(node, options));
      } else {
        // Behind the others, as the one used last.
        kept.delete(found.slot);
        kept.set(found.slot, found);
        last = found;
      }
      if (recalledFrom !== undefined) recalled.set(recalledFrom, last);
      return last.toolset;
    },
  };
}

function isSame(entry: Kept, bytes: Uint8Array, options: ReadListOptions): boolean {
  return entry.bytes.length === bytes.length && isAsked(entry.options, options) && entry.bytes.equals(bytes);
}

function isAsked(options: ReadListOptions, asked: ReadListOptions): boolean {
  return options.source === asked.source && options.availableFrom === asked.availableFrom && options.completeness === asked.completeness;
}

/** FNV-1a over words of four bytes, one multiplication a word, mixed at the end. Of a long list every so many words: the bytes are compared anyway. */
function hashOf(bytes: Uint8Array, options: ReadListOptions): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const stride = Math.max(4, (bytes.length / maxHashed) & ~3);
  let hash = 0x811c9dc5 ^ bytes.length ^ ((options.source ?? 0) << 16) ^ ((options.availableFrom ?? 0) << 8);
  for (let at = 0; at + 4 <= bytes.length; at += stride) {
    hash = Math.imul(hash ^ view.getInt32(at, true), 0x01000193);
    hash ^= hash >>> 15; // FNV alone carries nothing downwards, so the high bytes of a word would not mix
  }
  return hash ^ (hash >>> 16);
}
