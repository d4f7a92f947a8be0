import { constants, createReadStream } from "node:fs";
import { access } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Transform, type Readable } from "node:stream";
import { PROPERTY_SOURCES, type OpenFile } from "../properties/read-portfolio.ts";
import { FEMA_NRI } from "../properties/source-catalogue.ts";
import { ImportSourceError } from "./import.errors.ts";
import type { PhaseProgress } from "./progress.ts";

/** The files an import reads; all of them are needed, or a half of the portfolio would seem to have gone. */
export const PORTFOLIO_FILES: readonly string[] = [
  ...PROPERTY_SOURCES.flatMap(({ description }) => description.files),
  ...FEMA_NRI.files,
];

const newline = 0x0a;
const blank = 0x20;

/** Throws ImportSourceError with every file that cannot be read, so that one look tells what to fetch. */
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

/** Lines of all files together, for telling how far a run is. */
export async function countLines(dir: string, signal?: AbortSignal): Promise<number> {
  let lines = 0;
  for (const file of PORTFOLIO_FILES) {
    for await (const chunk of createReadStream(join(dir, file), { signal }))
      lines += linesIn(chunk as Buffer);
  }
  return lines;
}

/**
 * Opens the files of a directory by name, counting the lines that pass. Aborting the signal breaks the streams. NUL
 * bytes, which PostgreSQL cannot store, are read as blanks: one of them must not cost the other rows.
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
