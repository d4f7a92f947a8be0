import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SourceCall } from "../sources/property-source.port.ts";
import { SourceClient } from "../sources/source-client.ts";
import { SourceFailure } from "../sources/source-failure.ts";
import { ImportSourceError } from "./import.errors.ts";
import type { ReportProgress } from "./import.types.ts";
import { CHECKSUM_FILE, PORTFOLIO_FILES } from "./portfolio-files.ts";
import { PhaseProgress } from "./progress.ts";

const downloadMs = 120_000;

export function isAddress(from: string): boolean {
  return /^https?:\/\//i.test(from);
}

/**
 * Runs `work` with a directory that holds the files: the given one, or a temporary one into which they are downloaded
 * from a URL, with their list of checksums if there is one. Throws ImportSourceError listing every missing file.
 */
export async function withLocalFiles<T>(
  options: { from: string; report: ReportProgress; signal?: AbortSignal },
  work: (dir: string) => Promise<T>,
): Promise<T> {
  if (!isAddress(options.from)) return work(options.from);
  const dir = await mkdtemp(join(tmpdir(), "property-files-"));
  try {
    await fetchFiles(dir, options);
    return await work(dir);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function fetchFiles(
  dir: string,
  { from, report, signal }: { from: string; report: ReportProgress; signal?: AbortSignal },
): Promise<void> {
  const { url, headers } = splitCredentials(from);
  const client = new SourceClient({ baseUrl: url, headers, totalMs: downloadMs });
  const call: SourceCall = { attempt: (work) => work(), retries: 3, now: new Date(0), signal };
  const progress = new PhaseProgress("fetch", PORTFOLIO_FILES.length, report);
  const faults: string[] = [];
  try {
    for (const file of [CHECKSUM_FILE, ...PORTFOLIO_FILES]) {
      const bytes = await client
        .get(call, `/${file}`, { read: (reply) => reply.bytes })
        .catch((error: unknown) => noteFault(error, file));
      if (Buffer.isBuffer(bytes)) await writeFile(join(dir, file), bytes);
      // The list of checksums may be absent.
      else if (file !== CHECKSUM_FILE) faults.push(bytes);
      if (file !== CHECKSUM_FILE) progress.add(1);
    }
  } finally {
    await client.close();
  }
  progress.end();
  if (faults.length > 0)
    throw new ImportSourceError(`Cannot import properties from ${url}: ${faults.join(", ")}.`);
}

function noteFault(error: unknown, file: string): string {
  if (!(error instanceof SourceFailure)) throw error;
  return error.code === "CONFIGURATION_ERROR" ? `${file} (missing)` : `${file} (${error.message})`;
}

/** A URL without its user name and password, which are sent in a header instead. */
function splitCredentials(from: string): { url: string; headers: Record<string, string> } {
  const { origin, pathname, username, password } = new URL(from);
  const url = `${origin}${pathname}`.replace(/\/$/, "");
  if (username === "") return { url, headers: {} };
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { url, headers: { authorization: `Basic ${Buffer.from(text).toString("base64")}` } };
}
