import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { scanCode } from "../data/code-scan.ts";
import { bundleSite } from "./bundle-site.ts";
import { compressFiles } from "./compress-files.ts";
import { inputStamp } from "./input-stamp.ts";
import { pageFiles } from "./page-files.ts";
import { manifestName, pageFilesName, siteFolder } from "./site-folder.ts";

const stampName = ".stamp";

/**
 * Builds the explorer into `dist/explorer`: the documentation's data, the browser's scripts, a compressed form beside each.
 * An existing site is kept when its inputs have not changed. The finished site replaces the old
 * one atomically. Returns whether it was built. Throws when the documentation does not match the code.
 */
export async function buildExplorer({ force = false } = {}): Promise<boolean> {
  const scan = scanCode();
  const stamp = inputStamp(JSON.stringify(scan));
  if (!force && (await isCurrent(stamp))) return false;
  const folder = `${siteFolder}.${process.pid}`;
  try {
    await bundleSite(folder);
    const { docsFiles } = await import("../data/docs-files.ts");
    await writeFiles(folder, await docsFiles(scan));
    await writeFile(join(folder, pageFilesName), JSON.stringify(pageFiles(folder)));
    const manifest = await compressFiles(folder);
    await writeFile(join(folder, manifestName), JSON.stringify(manifest));
    await writeFile(join(folder, stampName), stamp);
    await replaceSite(folder, stamp);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return true;
}

/** Two builds of the same sources may end at once; one of them is enough. */
async function replaceSite(folder: string, stamp: string): Promise<void> {
  // Another build may place its files meanwhile.
  await rm(siteFolder, { recursive: true, force: true, maxRetries: 5 });
  try {
    await rename(folder, siteFolder);
  } catch (error) {
    if (!(await isCurrent(stamp))) throw error;
  }
}

async function isCurrent(stamp: string): Promise<boolean> {
  const path = join(siteFolder, stampName);
  return existsSync(path) && (await readFile(path, "utf8")) === stamp;
}

async function writeFiles(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  const folders = new Set([...files.keys()].map((path) => dirname(join(folder, path))));
  for (const path of folders) await mkdir(path, { recursive: true });
  await Promise.all([...files].map(([path, text]) => writeFile(join(folder, path), text)));
}
