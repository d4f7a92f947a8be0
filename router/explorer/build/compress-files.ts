import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { extname, join, relative } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import type { SiteFile, SiteManifest } from "./site-folder.ts";

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Smaller ones gain less than the headers cost. */
const leastBytes = 600;

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

/**
 * Writes a `.br` and a `.gz` beside every compressible file of the folder. Returns the list of all files. Files that every visitor
 * loads are compressed by other threads meanwhile; for thousands of small ones, handing them over takes as long as compressing.
 */
export async function compressFiles(folder: string): Promise<SiteManifest> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const manifest: SiteManifest = {};
  const elsewhere: Promise<void>[] = [];
  for (const path of paths) {
    const body = readFileSync(path);
    const listed = describeFile(path, body);
    manifest[relative(folder, path).replaceAll("\\", "/")] = listed;
    if (!listed.br) continue;
    if (isForAll(path)) elsewhere.push(compressElsewhere(path, body));
    else {
      writeFileSync(`${path}.br`, brotliCompressSync(body, { params: brotliOf(body, 6) }));
      writeFileSync(`${path}.gz`, gzipSync(body));
    }
  }
  await Promise.all(elsewhere);
  return manifest;
}

/** Files that are compressed by their format. */
function isPacked(path: string): boolean {
  return path.endsWith(".woff2");
}

/** Files that every visitor loads get the highest compression level, the many data files a fast one. */
function isForAll(path: string): boolean {
  return /\.(js|css|svg)$/.test(path) || listData.test(path);
}

function describeFile(path: string, body: Buffer): SiteFile {
  const type = types[extname(path)];
  if (type === undefined) throw new Error(`Unknown media type of ${path}`);
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
  const isWorthIt = body.length >= leastBytes && !isPacked(path);
  return { type, etag, bytes: body.length, br: isWorthIt, gz: isWorthIt };
}

async function compressElsewhere(path: string, body: Buffer): Promise<void> {
  await Promise.all([
    toBrotli(body, { params: brotliOf(body, 11) }).then((packed) => writeFile(`${path}.br`, packed)),
    toGzip(body).then((packed) => writeFile(`${path}.gz`, packed)),
  ]);
}

function brotliOf(body: Buffer, quality: number): Record<number, number> {
  return {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
}
