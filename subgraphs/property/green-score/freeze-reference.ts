import { createReadStream, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readNewYorkPeers } from "../properties/nyc-ll84.ts";
import { readPortfolio } from "../properties/read-portfolio.ts";
import { NEW_YORK_METRICS } from "../properties/source-catalogue.ts";
import { buildReference } from "./build-reference.ts";
import { isReferenceVersion, loadReference, referencePath } from "./reference.ts";
import type { ScoreReference } from "./reference.types.ts";

/** Result of freezing the tables of a version. */
export type FreezeResult = "written" | "same" | "differs";

/**
 * Builds the tables of a version from the publishers' files of a directory and writes them to their committed path.
 * Existing tables are frozen: they are compared and never overwritten. Throws for an invalid version name, and when a
 * file is missing or differs from the expected one.
 */
export async function freezeReference(dir: string, version: string): Promise<FreezeResult> {
  if (!isReferenceVersion(version)) throw new Error(`${version} is not a version such as ref-2024.1.`);
  const built = await buildFromFiles(dir, version);
  if (existsSync(referencePath(version))) {
    return JSON.stringify(built) === JSON.stringify(loadReference(version)) ? "same" : "differs";
  }
  writeFileSync(referencePath(version), `${JSON.stringify(built, null, 1)}\n`);
  return "written";
}

async function buildFromFiles(dir: string, version: string): Promise<ScoreReference> {
  const open = (file: string) => createReadStream(join(dir, file));
  const peers = await readNewYorkPeers(open(NEW_YORK_METRICS.files[0]!));
  const { properties, counties } = await readPortfolio(open, new Date(0).toISOString());
  return buildReference(version, [...properties, ...peers], counties);
}
