import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { extname, join, relative } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { SiteManifest } from "./site-folder.ts";

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Smaller ones gain less than the headers cost. */
const leastBytes = 600;
const atOnce = 16;

/** Data of whole lists. */
const listData = /\bdata[\\/](errors|operation-list|persisted-list|schema)\.json$/;

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".graphql": "application/graphql; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".xml": "application/rss+xml; charset=utf-8",
};

/** Writes a `.br` and a `.gz` beside every compressible file of the folder. Returns the list of all files. */
export async function compressFiles(folder: string): Promise<SiteManifest> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const manifest: SiteManifest = {};
  for (let from = 0; from < paths.length; from += atOnce) {
    const files = paths.slice(from, from + atOnce);
    const listed = await Promise.all(files.map((path) => compressOne(path)));
    files.forEach((path, index) => (manifest[relative(folder, path).replaceAll("\\", "/")] = listed[index]!));
  }
  return manifest;
}

/** Files that are compressed by their format. */
function isPacked(path: string): boolean {
  return path.endsWith(".woff2");
}

async function compressOne(path: string): Promise<SiteManifest[string]> {
  const type = types[extname(path)];
  if (type === undefined) throw new Error(`Unknown media type of ${path}`);
  const body = await readFile(path);
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
  const isWorthIt = body.length >= leastBytes && !isPacked(path);
  if (isWorthIt) {
    // Files that every visitor loads get the highest compression level, the many data files a fast one.
    const quality = /\.(js|css|svg)$/.test(path) || listData.test(path) ? 11 : 6;
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    };
    await Promise.all([
      toBrotli(body, { params }).then((packed) => writeFile(`${path}.br`, packed)),
      toGzip(body).then((packed) => writeFile(`${path}.gz`, packed)),
    ]);
  }
  return { type, etag, bytes: body.length, br: isWorthIt, gz: isWorthIt };
}
