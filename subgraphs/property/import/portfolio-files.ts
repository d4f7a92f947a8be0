import { constants, createReadStream } from "node:fs";
import { createHash } from "node:crypto";
import { access, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Transform, type Readable } from "node:stream";
import { PROPERTY_SOURCES, type OpenFile } from "../properties/read-portfolio.ts";
import { FEMA_NRI } from "../properties/source-catalogue.ts";
import { ImportSourceError } from "./import.errors.ts";
import type { PhaseProgress } from "./progress.ts";

/** The files an import reads. All are required: without one, half of the portfolio would appear to be deleted. */
export const PORTFOLIO_FILES: readonly string[] = [
  ...PROPERTY_SOURCES.flatMap(({ description }) => description.files),
  ...FEMA_NRI.files,
];

/** List of checksums in the same directory as the files. */
export const CHECKSUM_FILE = "SHA256SUMS";

const newline = 0x0a;
const blank = 0x20;

/** Throws ImportSourceError listing every file that cannot be read. */
export async function requireFiles(dir: string): Promise<void> {
  const checks = PORTFOLIO_FILES.map(async (file) => {
    try {
      await access(join(dir, file), constants.R_OK);
      return [];
    } catch (error) {
      const reason = (error as NodeJS.ErrnoException).code === "ENOENT" ? "missing" : "unreadable";
      return [`${file} (${reason})`];
    }
  });
  const faults = (await Promise.all(checks)).flat();
  if (faults.length === 0) return;
  throw new ImportSourceError(`Cannot import properties from ${resolve(dir)}: ${faults.join(", ")}.`);
}

/**
 * Checks the files against the list of checksums in their directory, if there is one (`SHA256SUMS`, in the format of
 * `sha256sum`). Throws ImportSourceError listing every file that differs.
 */
export async function requireChecksums(dir: string): Promise<void> {
  const wanted = await readManifest(dir);
  const faults: string[] = [];
  for (const file of PORTFOLIO_FILES) {
    const sum = wanted.get(file);
    if (sum !== undefined && sum !== (await hashFile(join(dir, file)))) faults.push(file);
  }
  if (faults.length === 0) return;
  throw new ImportSourceError(`The checksum of ${faults.join(", ")} is not that of ${CHECKSUM_FILE}.`);
}

/** Checksum by file name, from the directory's list; empty without one. */
export async function readManifest(dir: string): Promise<Map<string, string>> {
  return readChecksums(await readFile(join(dir, CHECKSUM_FILE), "utf8").catch(() => ""));
}

/** Checksum by file name. */
function readChecksums(text: string): Map<string, string> {
  const lines = text.split("\n").map((line) => /^([0-9a-f]{64})[ \t]+\*?(?:\.\/)?(\S+)\s*$/i.exec(line));
  return new Map(lines.flatMap((found) => (found ? [[found[2]!, found[1]!.toLowerCase()] as const] : [])));
}

/** SHA-256 of a file, hexadecimal. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

/** Number of lines in all files together, for progress reports. */
export async function countLines(dir: string, signal?: AbortSignal): Promise<number> {
  let lines = 0;
  for (const file of PORTFOLIO_FILES) {
    for await (const chunk of createReadStream(join(dir, file), { signal }))
      lines += linesIn(chunk as Buffer);
  }
  return lines;
}

/**
 * Opens the files of a directory by name and counts the lines read. Aborting the signal breaks the streams. NUL bytes,
 * which PostgreSQL cannot store, are read as blanks, so that one of them does not cost the other rows.
 */
export function openFrom(dir: string, progress: PhaseProgress, signal?: AbortSignal): OpenFile {
  return (file): Readable => {
    const stream = createReadStream(join(dir, file), { signal });
    const counter = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        progress.add(linesIn(chunk));
        for (let at = chunk.indexOf(0); at >= 0; at = chunk.indexOf(0, at)) chunk[at] = blank;
        done(null, chunk);
      },
    });
    stream.on("error", (error) => counter.destroy(error));
    return stream.pipe(counter);
  };
}

function linesIn(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) lines += 1;
  return lines;
}
