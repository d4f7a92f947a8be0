import { crc32, createDeflateRaw } from "node:zlib";
import { inChunks } from "./slices.ts";

/** One file of an archive; its text comes in pieces. */
export interface ZipEntry {
  name: string;
  texts: Iterable<string>;
}

interface StoredEntry {
  name: Buffer;
  crc: number;
  size: number;
  compressed: Buffer[];
  compressedSize: number;
}

/**
 * A ZIP archive (PKWARE APPNOTE 6.3.10) of deflated UTF-8 files below 4 GiB, their names in ASCII. The same files give the
 * same bytes: all are dated 1 January 1980, where the format's calendar starts. Compresses off the main thread.
 */
export async function zip(entries: readonly ZipEntry[]): Promise<Buffer> {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const stored = await deflate(entry);
    directory.push(header(stored, offset));
    const local = header(stored, null);
    parts.push(local, ...stored.compressed);
    offset += local.length + stored.compressedSize;
  }
  const size = directory.reduce((sum, record) => sum + record.length, 0);
  return Buffer.concat([...parts, ...directory, endOfDirectory(entries.length, size, offset)]);
}

async function deflate({ name, texts }: ZipEntry): Promise<StoredEntry> {
  const stream = createDeflateRaw();
  const stored: StoredEntry = {
    name: Buffer.from(name, "ascii"),
    crc: 0,
    size: 0,
    compressed: [],
    compressedSize: 0,
  };
  const ended = new Promise<void>((resolve, reject) => {
    stream.once("end", resolve).once("error", reject);
  });
  stream.on("data", (chunk: Buffer) => {
    stored.compressed.push(chunk);
    stored.compressedSize += chunk.length;
  });
  await inChunks(texts, (text) => {
    const bytes = Buffer.from(text);
    stored.crc = crc32(bytes, stored.crc);
    stored.size += bytes.length;
    return new Promise<void>((resolve, reject) => {
      stream.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
  });
  stream.end();
  await ended;
  return stored;
}

const firstDay = (1 << 5) | 1;

/** The header in front of a file's bytes, or with its `offset` the one in the archive's directory. */
function header({ name, crc, size, compressedSize }: StoredEntry, offset: number | null): Buffer {
  const fields = Buffer.alloc(offset === null ? 30 : 46);
  let at = fields.writeUInt32LE(offset === null ? 0x04034b50 : 0x02014b50, 0);
  if (offset !== null) at = fields.writeUInt16LE(20, at);
  // Version 2.0, no flags, deflated, midnight, first day.
  for (const value of [20, 0, 8, 0, firstDay]) at = fields.writeUInt16LE(value, at);
  for (const value of [crc, compressedSize, size]) at = fields.writeUInt32LE(value, at);
  fields.writeUInt16LE(name.length, at);
  if (offset !== null) fields.writeUInt32LE(offset, 42);
  return Buffer.concat([fields, name]);
}

function endOfDirectory(count: number, size: number, offset: number): Buffer {
  const fields = Buffer.alloc(22);
  fields.writeUInt32LE(0x06054b50, 0);
  fields.writeUInt16LE(count, 8);
  fields.writeUInt16LE(count, 10);
  fields.writeUInt32LE(size, 12);
  fields.writeUInt32LE(offset, 16);
  return fields;
}
