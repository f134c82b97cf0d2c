import type { Unpacked } from "../codecs/unpacked.js";
import { inflateRaw } from "../codecs/zlib.js";
import { unzstd } from "../codecs/zstd.js";

/** A file in a zip archive. */
export interface ZipMember {
  readonly name: string;
  readonly isEncrypted: boolean;
  /** Compression method: 0 stored, 8 deflate, 93 Zstandard. */
  readonly method: number;
  /** Offset of its local header. */
  readonly header: number;
  readonly packedSize: number;
}

/** The files of an archive. `isWhole`: the directory at its end was found, so these are all of them. */
export interface ZipDirectory {
  readonly members: readonly ZipMember[];
  readonly isWhole: boolean;
}

const localSignature = 0x04034b50;
const centralSignature = 0x02014b50;
const endSignature = 0x06054b50;
const end64Signature = 0x06064b50;
const locatorSignature = 0x07064b50;

/** Whether bytes begin as a zip archive does. */
export function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && ((head[2] === 3 && head[3] === 4) || (head[2] === 5 && head[3] === 6));
}

/** Reads the directory of an archive (PKWARE APPNOTE 6.3.10, 2022-11), or what its local headers tell where the end is cut off. */
export function readDirectory(bytes: Buffer): ZipDirectory {
  const end = findEnd(bytes);
  if (end === undefined) return { members: localMembers(bytes), isWhole: false };
  const members: ZipMember[] = [];
  let at = end.offset;
  for (let left = end.count; left > 0; left--) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== centralSignature) return { members, isWhole: false };
    const nameLength = bytes.readUInt16LE(at + 28);
    const extraLength = bytes.readUInt16LE(at + 30);
    const extra = bytes.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength);
    const size = bytes.readUInt32LE(at + 24);
    const packedSize = bytes.readUInt32LE(at + 20);
    const header = bytes.readUInt32LE(at + 42);
    const wide = wideFields(extra, [size, packedSize, header]);
    members.push({
      name: bytes.toString("utf8", at + 46, at + 46 + nameLength),
      isEncrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      method: bytes.readUInt16LE(at + 10),
      header: wide[2] ?? header,
      packedSize: wide[1] ?? packedSize,
    });
    at += 46 + nameLength + extraLength + bytes.readUInt16LE(at + 32);
  }
  return { members, isWhole: true };
}

/** Whether two members share bytes: no writer makes them so, but a small file that is to unpack to a huge one. */
export function overlap(bytes: Buffer, members: readonly ZipMember[]): boolean {
  const ordered = members.toSorted((one, other) => one.header - other.header);
  let end = 0;
  return ordered.some(({ header, packedSize }) => {
    if (header < end) return true;
    const hasHeader = header + 30 <= bytes.length;
    end = header + packedSize + (hasHeader ? 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28) : 0);
    return false;
  });
}

/** The text of a member; `undefined` where it is encrypted or packed in a way that is not read here. */
export function readMember(bytes: Buffer, member: ZipMember, maxBytes: number): Unpacked | undefined {
  const { header, packedSize, isEncrypted, method } = member;
  if (isEncrypted) return undefined;
  const cut: Unpacked = { bytes: new Uint8Array(0), fault: "truncated" };
  if (header + 30 > bytes.length) return cut;
  if (bytes.readUInt32LE(header) !== localSignature) return { bytes: new Uint8Array(0), fault: "damaged" };
  const from = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
  if (from + packedSize > bytes.length) return cut;
  const packed = bytes.subarray(from, from + packedSize);
  switch (method) {
    case 0:
      return packed.length > maxBytes ? { bytes: new Uint8Array(0), fault: "too-large" } : { bytes: packed, fault: undefined };
    case 8:
      return inflateRaw(packed, maxBytes);
    case 93:
      return unzstd(packed, maxBytes);
    default:
      return undefined;
  }
}

/** Where the central directory is and how many entries it has. A comment may follow the record, of 64 KiB at most. */
function findEnd(bytes: Buffer): { readonly offset: number; readonly count: number } | undefined {
  for (let at = bytes.length - 22; at >= 0 && at >= bytes.length - 22 - 0xffff; at--) {
    if (bytes.readUInt32LE(at) !== endSignature) continue;
    return findEnd64(bytes, at) ?? { offset: bytes.readUInt32LE(at + 16), count: bytes.readUInt16LE(at + 10) };
  }
  return undefined;
}

function findEnd64(bytes: Buffer, end: number): { readonly offset: number; readonly count: number } | undefined {
  const locator = end - 20;
  if (locator < 0 || bytes.readUInt32LE(locator) !== locatorSignature) return undefined;
  const at = Number(bytes.readBigUInt64LE(locator + 8));
  if (at + 56 > bytes.length || bytes.readUInt32LE(at) !== end64Signature) return undefined;
  return { offset: Number(bytes.readBigUInt64LE(at + 48)), count: Number(bytes.readBigUInt64LE(at + 32)) };
}

/** The 64-bit values of those fields that are too large for 32 bits, in their fixed order (extra field 1). */
function wideFields(extra: Buffer, fields: readonly number[]): readonly (number | undefined)[] {
  let at = 0;
  while (at + 4 <= extra.length && extra.readUInt16LE(at) !== 1) at += 4 + extra.readUInt16LE(at + 2);
  let next = at + 4;
  return fields.map((field) => {
    if (field !== 0xffffffff || next + 8 > extra.length) return undefined;
    const value = Number(extra.readBigUInt64LE(next));
    next += 8;
    return value;
  });
}

/** The members before a cut, by their own headers; one whose size is reported only after it (flag 8) ends the walk. */
function localMembers(bytes: Buffer): readonly ZipMember[] {
  const members: ZipMember[] = [];
  for (let at = 0; at + 30 <= bytes.length && bytes.readUInt32LE(at) === localSignature; ) {
    const flags = bytes.readUInt16LE(at + 6);
    const packedSize = bytes.readUInt32LE(at + 18);
    const nameLength = bytes.readUInt16LE(at + 26);
    const end = at + 30 + nameLength + bytes.readUInt16LE(at + 28) + packedSize;
    if ((flags & 8) !== 0 || packedSize === 0xffffffff || end > bytes.length) break;
    const name = bytes.toString("utf8", at + 30, at + 30 + nameLength);
    members.push({ name, isEncrypted: (flags & 1) === 1, method: bytes.readUInt16LE(at + 8), header: at, packedSize });
    at = end;
  }
  return members;
}
