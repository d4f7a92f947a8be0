import { projectPath } from "../../../src/project-root.ts";

/** Where the built explorer is: pages' scripts and styles below `assets/`, the documentation's data below `data/`. */
export const siteFolder = projectPath("dist", "explorer");

/** Path of the list of all files of the site, within it. */
export const manifestName = "manifest.json";

/** Path of the list of the files that each page loads, within it. */
export const pageFilesName = "page-files.json";

/** A file of the site as the server needs to know it. */
export interface SiteFile {
  type: string;
  /** Strong, of its bytes before they are compressed. */
  etag: string;
  bytes: number;
  /** True if a compressed file exists beside it. */
  br: boolean;
  gz: boolean;
}

/** Every file of the site by its path within it. */
export type SiteManifest = Record<string, SiteFile>;
