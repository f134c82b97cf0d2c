import { Buffer } from "node:buffer";
import type { JsonNode } from "../json/node.js";
import type { Toolset } from "../model/tool.js";
import { type ReadOptions, readList } from "./read-list.js";

/** Lists kept, and the bytes of all of them: a run sees a few lists again and again, or each list once. */
const mostLists = 256;
const mostBytes = 16 * 1024 * 1024;

/** Reads lists of tools; `readTools` says which. */
export interface ToolReader {
  /** The very same Toolset for the same bytes and options, as long as it is kept. */
  read(node: JsonNode, options?: ReadOptions): Toolset;
}

interface Kept {
  /** A copy: a view would keep its whole file in memory. */
  readonly bytes: Buffer;
  readonly hash: number;
  readonly options: ReadOptions;
  readonly toolset: Toolset;
}

/**
 * Makes a reader that keeps what it read, by the bytes of the declaration: the records of one file repeat the same list.
 *
 * A Toolset is plain data, so it may outlive the document. The list read last is found by one comparison of bytes, any other
 * kept one by its hash; the one unused for longest goes first.
 */
export function createToolReader(): ToolReader {
  const kept = new Map<number, Kept>();
  let keptBytes = 0;
  let last: Kept | undefined;

  function forget(entry: Kept): void {
    kept.delete(entry.hash);
    keptBytes -= entry.bytes.length;
  }

  return {
    read(node, options = {}) {
      const bytes = node.bytes();
      if (bytes === undefined || bytes.length > mostBytes) return readList(node, options);
      if (last !== undefined && isSame(last, bytes, options)) return last.toolset;
      const hash = hashOf(bytes, options);
      const found = kept.get(hash);
      if (found !== undefined) forget(found);
      const entry =
        found !== undefined && isSame(found, bytes, options)
          ? found
          : { bytes: Buffer.from(bytes), hash, options, toolset: readList(node, options) };
      kept.set(hash, entry);
      keptBytes += entry.bytes.length;
      for (const oldest of kept.values()) {
        if (kept.size <= mostLists && keptBytes <= mostBytes) break;
        forget(oldest);
      }
      last = entry;
      return entry.toolset;
    },
  };
}

function isSame(entry: Kept, bytes: Uint8Array, options: ReadOptions): boolean {
  return (
    entry.bytes.length === bytes.length &&
    entry.options.source === options.source &&
    entry.options.availableFrom === options.availableFrom &&
    entry.options.completeness === options.completeness &&
    entry.bytes.equals(bytes)
  );
}

/** FNV-1a over words of four bytes, mixed at the end: one multiplication a word. Two lists with one hash only displace each other. */
function hashOf(bytes: Uint8Array, options: ReadOptions): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const words = bytes.length & ~3;
  let hash = 0x811c9dc5 ^ bytes.length ^ ((options.source ?? 0) << 16) ^ ((options.availableFrom ?? 0) << 8);
  for (let at = 0; at < words; at += 4) {
    hash = Math.imul(hash ^ view.getInt32(at, true), 0x01000193);
    hash ^= hash >>> 15; // FNV alone carries nothing downwards, so the high bytes of a word would not mix
  }
  for (let at = words; at < bytes.length; at++) hash = Math.imul(hash ^ view.getUint8(at), 0x01000193);
  return hash ^ (hash >>> 16);
}
