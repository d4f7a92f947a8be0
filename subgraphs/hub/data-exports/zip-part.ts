import { promisify } from "node:util";
import { crc32, deflateRaw } from "node:zlib";

const deflate = promisify(deflateRaw);

/** A file of an archive, as its directory describes it. */
export interface ZipEntry {
  name: string;
  crc: number;
  size: number;
  compressedSize: number;
  /** 8: deflated, 0: as it is. */
  method: 8 | 0;
}

/** A file as it is in the archive: its header and its bytes. */
export interface PackedFile {
  entry: ZipEntry;
  bytes: Buffer;
}

/** Most files that a ZIP archive without extensions has, and bytes in front of its directory. */
export const maxZipEntries = 65_535;
export const maxZipBytes = 0x7f_ff_ff_ff;

const firstDay = (1 << 5) | 1;
/** Names are UTF-8. */
const utf8 = 1 << 11;

/**
 * Packs one file of a ZIP archive (PKWARE APPNOTE 6.3.10). An archive is its packed files one after the other and then
 * `zipDirectory`, so it can be written in parts. The same file gives the same bytes: all are dated 1 January 1980.
 */
export async function packFile(
  name: string,
  content: Uint8Array,
  { compress = true } = {},
): Promise<PackedFile> {
  const body = compress ? await deflate(content) : content;
  const method = compress ? 8 : 0;
  const entry: ZipEntry = {
    name,
    crc: crc32(content),
    size: content.length,
    compressedSize: body.length,
    method,
  };
  return { entry, bytes: Buffer.concat([headerOf(entry, null), body]) };
}

/** The end of an archive of these files, in the order in which they were packed. */
export function zipDirectory(entries: readonly ZipEntry[]): Buffer {
  let offset = 0;
  const records = entries.map((entry) => {
    const record = headerOf(entry, offset);
    offset += 30 + Buffer.byteLength(entry.name) + entry.compressedSize;
    return record;
  });
  const size = records.reduce((sum, record) => sum + record.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...records, end]);
}

/** The header in front of a file's bytes, or with its `offset` the one in the directory. */
function headerOf({ name, crc, size, compressedSize, method }: ZipEntry, offset: number | null): Buffer {
  const fields = Buffer.alloc(offset === null ? 30 : 46);
  let at = fields.writeUInt32LE(offset === null ? 0x04034b50 : 0x02014b50, 0);
  if (offset !== null) at = fields.writeUInt16LE(20, at);
  // Version 2.0, flags, method, midnight, first day.
  for (const value of [20, utf8, method, 0, firstDay]) at = fields.writeUInt16LE(value, at);
  for (const value of [crc, compressedSize, size]) at = fields.writeUInt32LE(value, at);
  const label = Buffer.from(name, "utf8");
  fields.writeUInt16LE(label.length, at);
  if (offset !== null) fields.writeUInt32LE(offset, 42);
  return Buffer.concat([fields, label]);
}
