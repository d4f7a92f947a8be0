import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { projectPath } from "../../../src/project-root.ts";
import type { ComingRelease, Release, ReleaseFacts } from "./release.types.ts";

const folder = () => projectPath("schema", "releases");

/** All releases, oldest first. */
export function readReleases(): Release[] {
  return readdirSync(folder())
    .filter((name) => name.endsWith(".facts.json"))
    .map((name) => readRelease(name.slice(0, -".facts.json".length)))
    .sort(
      (a, b) => a.date.localeCompare(b.date) || a.version.localeCompare(b.version, "en", { numeric: true }),
    );
}

function readRelease(version: string): Release {
  const facts = JSON.parse(readFileSync(`${folder()}/${version}.facts.json`, "utf8")) as ReleaseFacts;
  return { ...facts, sdl: readFileSync(`${folder()}/${version}.graphql`, "utf8") };
}

/** Writes a release and starts the list of changes of the next one. Throws when the release exists already. */
export function writeRelease({ sdl, ...facts }: Release): void {
  const path = `${folder()}/${facts.version}`;
  if (existsSync(`${path}.facts.json`))
    throw new Error(`The release ${facts.version} exists already. Choose another version.`);
  mkdirSync(folder(), { recursive: true });
  writeFileSync(`${path}.graphql`, sdl);
  writeFileSync(`${path}.facts.json`, `${JSON.stringify(facts, null, 1)}\n`);
  writeComing({ version: "next", accepted: {} });
}

/** The next release: its version and accepted changes. */
export function readComing(): ComingRelease {
  const path = `${folder()}/next.json`;
  if (!existsSync(path)) return { version: "next", accepted: {} };
  return JSON.parse(readFileSync(path, "utf8")) as ComingRelease;
}

/** Notes for API users by the ID of the change. */
export function notesOf({ accepted }: ComingRelease): Record<string, string> {
  return Object.fromEntries(Object.entries(accepted).map(([id, { note }]) => [id, note]));
}

/** Writes the file of the next release. */
function writeComing(coming: ComingRelease): void {
  writeFileSync(`${folder()}/next.json`, `${JSON.stringify(coming, null, 2)}\n`);
}

/** Credits by operation, from the price list in the migrations. */
export function readPrices(): Record<string, number> {
  return JSON.parse(readFileSync(projectPath("schema", "prices.json"), "utf8")) as Record<string, number>;
}
