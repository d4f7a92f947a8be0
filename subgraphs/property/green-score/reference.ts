import { readFileSync } from "node:fs";
import { projectPath } from "../../../src/project-root.ts";
import type { ScoreReference } from "./reference.types.ts";

export const CURRENT_REFERENCE = "ref-2024.1";

const loaded = new Map<string, ScoreReference>();

/**
 * Reads a committed reference once and caches it. Throws for an unpublished version, which is a bug of the calling
 * code.
 */
export function loadReference(version: string = CURRENT_REFERENCE): ScoreReference {
  const known = loaded.get(version);
  if (known !== undefined) return known;
  if (!isReferenceVersion(version)) throw new Error(`not a reference version: ${version}`);
  const reference = JSON.parse(readFileSync(referencePath(version), "utf8")) as ScoreReference;
  loaded.set(version, reference);
  return reference;
}

export function isReferenceVersion(text: string): boolean {
  return /^ref-\d{4}\.\d+$/.test(text);
}

/** Path of the committed tables of a version. */
export function referencePath(version: string): string {
  return projectPath("subgraphs", "property", "green-score", "reference", `${version}.json`);
}
