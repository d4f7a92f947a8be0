import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { projectPath } from "../../src/project-root.ts";

/** Files of the source tree that say something about root fields and operations, for messages that name a file. */
export interface CodePlaces {
  /** The resolver file of a root field, such as `Mutation.createService`; null when none is found. */
  resolverOf(coordinate: string): string | null;
  /** The file that has the rule of a root field; for one without, the rules beside its resolver. */
  rulesOf(coordinate: string): string | null;
  /** The file whose row runs a root field. */
  rowsOf(coordinate: string): string | null;
  /** The file that has the sample of an operation, by its name. */
  sampleOf(operation: string): string | null;
  /** False in a deployed tree, which has no tests. */
  hasSamples: boolean;
}

/** Reads the source tree. */
export function readCodePlaces(): CodePlaces {
  const resolvers = textsBelow("subgraphs", ".resolver.ts");
  const resolverOf = index(resolvers, rootFieldsIn);
  const rules = [...textsBelow("subgraphs", ".rules.ts"), ...textsBelow("subgraphs", ".feature.ts")];
  const rowsOf = index(textsBelow("router/operations", ".operations.ts"), rowFieldsIn);
  const samples = textsBelow("test", ".ts", "door-samples");
  const sampleOf = index(samples, samplesIn);
  return {
    resolverOf: (coordinate) => resolverOf.get(coordinate) ?? null,
    rulesOf: (coordinate) => {
      const folder = dirname(resolverOf.get(coordinate) ?? "");
      const beside = rules.filter(([path]) => dirname(path) === folder);
      const names = ([, text]: readonly [string, string]) =>
        text.split(/[\s{,]+/).includes(`${coordinate.split(".")[1]}:`);
      const found =
        beside.find(names) ??
        beside.find(([path]) => path.endsWith(".rules.ts")) ??
        rules.find(names) ??
        beside[0];
      return found?.[0] ?? null;
    },
    rowsOf: (coordinate) => rowsOf.get(coordinate) ?? null,
    sampleOf: (operation) => sampleOf.get(operation) ?? null,
    hasSamples: samples.size > 0,
  };
}

/** Texts of the files below a folder whose names begin and end so, by their path in the project. */
function textsBelow(folder: string, ending: string, beginning = ""): Map<string, string> {
  const found = new Map<string, string>();
  if (!existsSync(projectPath(folder))) return found;
  for (const path of readdirSync(projectPath(folder), { recursive: true, encoding: "utf8" }).sort()) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    if (!name.endsWith(ending) || !name.startsWith(beginning)) continue;
    found.set(`${folder}/${path}`, readFileSync(projectPath(folder, path), "utf8"));
  }
  return found;
}

/** The first file for each of the names that are read from the texts. */
function index(
  texts: ReadonlyMap<string, string>,
  read: (text: string) => readonly string[],
): Map<string, string> {
  const found = new Map<string, string>();
  for (const [path, text] of texts)
    for (const name of read(text)) if (!found.has(name)) found.set(name, path);
  return found;
}

/** Root fields that a resolver class defines: the method below each `@Query` or `@Mutation`, or the name given there. */
function rootFieldsIn(text: string): string[] {
  const found: string[] = [];
  let open: { kind: string; name: string | null } | null = null;
  for (const line of text.split("\n")) {
    const kind = /^ {2}@(Query|Mutation)\(/.exec(line)?.[1];
    if (kind) open = { kind, name: null };
    if (!open) continue;
    open.name ??= /\bname: "(\w+)"/.exec(line)?.[1] ?? null;
    const method = /^ {2}(?:async )?(\w+)\(/.exec(line)?.[1];
    if (!method) continue;
    found.push(`${open.kind}.${open.name ?? method}`);
    open = null;
  }
  return found;
}

function rowFieldsIn(text: string): string[] {
  return [...text.matchAll(/\bfield: "(query|mutation)\.(\w+)"/g)].map(
    ([, kind, name]) => `${kind === "query" ? "Query" : "Mutation"}.${name}`,
  );
}

function samplesIn(text: string): string[] {
  return [...text.matchAll(/^ {2}([A-Z]\w*)(?:: |\(|,$)/gm)].map(([, name]) => name!);
}
