import { asSystem } from "../../../src/db/transaction.ts";
import { newId } from "../../../src/ids.ts";
import { announcePart, listParts, markPartStored, takeParts } from "../files/file-part.rows.ts";
import type { HubContext } from "../hub.context.ts";
import { recordProgress, type DataExportRow } from "./data-export.rows.ts";
import {
  maxZipBytes,
  maxZipEntries,
  packFile,
  zipDirectory,
  type PackedFile,
  type ZipEntry,
} from "./zip-part.ts";

/** Where an export goes on: after this row of a step, with this number in the name of its next file. */
export interface ExportPosition {
  step: string;
  /** Null when the step is done. */
  next: { after: readonly string[]; chunk: number } | null;
}

interface PartMark {
  /** Null in the part that ends the archive. */
  position: ExportPosition | null;
  entries: ZipEntry[];
  rows: Record<string, number>;
  files: number;
  missing: string[];
  tablesDone: number;
}

/** The export was canceled, or another worker writes it. */
export class ExportEnded extends Error {}

/** The archive would be larger than its format allows. */
export class ExportTooLarge extends Error {}

/** Bytes of packed files that are stored as one part. */
const partBytes = 4 * 1024 * 1024;
/** Room for the directory at the end. */
const reservedBytes = 16 * 1024 * 1024;

/**
 * Writes the archive of one export in parts. A part and what is needed to go on after it are recorded together, so after
 * a crash the next run repeats at most one part.
 */
export class ArchiveWriter {
  readonly #ctx: HubContext;
  readonly #row: DataExportRow;
  readonly #signal: AbortSignal;
  readonly #partBytes: number;
  #pending: PackedFile[] = [];
  #entries: ZipEntry[] = [];
  #parts = 0;
  #size = 0;
  #position: ExportPosition | null = null;
  #isComplete = false;
  #rows = new Map<string, number>();
  #files = 0;
  #missing: string[] = [];
  tablesDone = 0;

  constructor(ctx: HubContext, row: DataExportRow, signal: AbortSignal, bytes = partBytes) {
    this.#ctx = ctx;
    this.#row = row;
    this.#signal = signal;
    this.#partBytes = bytes;
  }

  /** Reads what earlier runs have stored, and removes what they left half done. */
  async resume(): Promise<void> {
    const { fileId } = this.#row;
    const { parts, left } = await asSystem(this.#ctx.em, async (em) => ({
      left: await takeParts(em, fileId),
      parts: await listParts<PartMark>(em, fileId),
    }));
    for (const key of left) await this.#ctx.ports.files.storage.remove(key);
    for (const { mark, size } of parts) {
      this.#entries.push(...mark.entries);
      this.#size += size;
      for (const [table, rows] of Object.entries(mark.rows)) this.countRows(table, rows);
      this.#files += mark.files;
      this.#missing.push(...mark.missing);
    }
    const last = parts.at(-1);
    this.#parts = parts.length;
    this.#position = last?.mark.position ?? null;
    this.#isComplete = last !== undefined && last.mark.position === null;
    this.tablesDone = last?.mark.tablesDone ?? 0;
    this.#stored = { rows: new Map(this.#rows), files: this.#files, missing: this.#missing.length };
  }

  /** What the stored parts have counted. */
  #stored = { rows: new Map<string, number>(), files: 0, missing: 0 };

  /** Where to go on; null at the beginning. */
  get position(): ExportPosition | null {
    return this.#position;
  }

  /** True when every part is stored. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Rows by table, of which only tables with rows are listed. */
  get rows(): ReadonlyMap<string, number> {
    return this.#rows;
  }

  get missing(): readonly string[] {
    return this.#missing;
  }

  async addFile(name: string, content: Uint8Array, options?: { compress: boolean }): Promise<void> {
    this.#pending.push(await packFile(name, content, options));
  }

  countRows(table: string, rows: number): void {
    this.#rows.set(table, (this.#rows.get(table) ?? 0) + rows);
  }

  countFile(): void {
    this.#files += 1;
  }

  /** Notes a stored file whose bytes are not in the store. */
  noteMissing(fileId: string): void {
    this.#missing.push(fileId);
  }

  /** The files so far belong to everything before `position`. Stores them as a part when there are enough of them. */
  async reach(position: ExportPosition): Promise<void> {
    this.#signal.throwIfAborted();
    this.#position = position;
    const size = this.#pending.reduce((sum, { bytes }) => sum + bytes.length, 0);
    if (size >= this.#partBytes) await this.#store(this.#takePending(), position);
  }

  /** Ends the archive with its directory. */
  async finish(): Promise<void> {
    // In one part with the last files: a run that ends in between would write those again.
    const pending = this.#takePending();
    await this.#store(Buffer.concat([pending, zipDirectory(this.#entries)]), null);
    this.#isComplete = true;
  }

  #newEntries: ZipEntry[] = [];

  #takePending(): Buffer {
    this.#newEntries = this.#pending.map(({ entry }) => entry);
    this.#entries.push(...this.#newEntries);
    const bytes = Buffer.concat(this.#pending.map((file) => file.bytes));
    this.#pending = [];
    return bytes;
  }

  async #store(bytes: Buffer, position: ExportPosition | null): Promise<void> {
    const end = position === null ? 0 : reservedBytes;
    const isTooLarge = this.#size + bytes.length + end > maxZipBytes || this.#entries.length > maxZipEntries;
    if (isTooLarge) throw new ExportTooLarge();
    const { ports, em, clock } = this.#ctx;
    const { id: exportId, fileId, ownerId } = this.#row;
    const storageKey = newId("part");
    const mark = this.#takeMark(position);
    const part = { fileId, ownerId, number: ++this.#parts, storageKey, size: bytes.length, mark };
    await asSystem(em, async (own) => {
      const [rows, size] = [sumOf(this.#rows), this.#size + bytes.length];
      const progress = { tablesDone: this.tablesDone, rows, files: this.#files, size };
      if (!(await recordProgress(own, exportId, progress, clock.now()))) throw new ExportEnded();
      await announcePart(own, part);
    });
    await ports.files.storage.put(storageKey, bytes, "application/zip");
    if (!(await asSystem(em, (own) => markPartStored(own, storageKey, clock.now())))) {
      await ports.files.storage.remove(storageKey);
      throw new ExportEnded();
    }
    this.#size += bytes.length;
  }

  #takeMark(position: ExportPosition | null): PartMark {
    const rows: Record<string, number> = {};
    for (const [table, count] of this.#rows) {
      const more = count - (this.#stored.rows.get(table) ?? 0);
      if (more > 0) rows[table] = more;
    }
    const mark = {
      position,
      entries: this.#newEntries,
      rows,
      files: this.#files - this.#stored.files,
      missing: this.#missing.slice(this.#stored.missing),
      tablesDone: this.tablesDone,
    };
    this.#newEntries = [];
    this.#stored = { rows: new Map(this.#rows), files: this.#files, missing: this.#missing.length };
    return mark;
  }
}

function sumOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
