import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { manifestName, siteFolder, type SiteFile, type SiteManifest } from "./build/site-folder.ts";

/** The built explorer on disk. Only files in its list are read. */
export interface Site {
  find(path: string): SiteFile | undefined;
  /** Path of a file in the chosen encoding. */
  locate(path: string, encoding: "br" | "gzip" | null): string;
  read(path: string): string;
}

/** Opens the built explorer. Null if it was not built. */
export function openSite(folder: string = siteFolder): Site | null {
  const list = join(folder, manifestName);
  if (!existsSync(list)) return null;
  const files = new Map(Object.entries(JSON.parse(readFileSync(list, "utf8")) as SiteManifest));
  const endings = { br: ".br", gzip: ".gz" };
  return {
    find: (path) => files.get(path),
    locate: (path, encoding) => join(folder, `${path}${encoding === null ? "" : endings[encoding]}`),
    read: (path) => readFileSync(join(folder, path), "utf8"),
  };
}
