import { dirname } from "node:path";
import { readTexts } from "./source-texts.ts";

/** Files of the source tree that define root fields and operations, for messages that name a file. */
export interface CodePlaces {
  /** The resolver file of a root field, such as `Mutation.createService`; null when none is found. */
  resolverOf(coordinate: string): string | null;
  /** The first resolver file in the folder of a file. */
  resolverBeside(path: string): string | null;
  /** The file that has the rule of a root field; for one without, the rules beside its resolver. */
  rulesOf(coordinate: string): string | null;
  /** The file whose row runs a root field. */
  rowsOf(coordinate: string): string | null;
  /** The file of the tool groups that a file of rows chooses from. */
  groupsOf(rows: string): string;
  /** The file that has the sample of an operation, by its name. */
  sampleOf(operation: string): string | null;
  /** False in a deployed tree, which has no tests. */
  hasSamples: boolean;
}

/** Reads the source tree. */
export function readCodePlaces(): CodePlaces {
  const resolvers = readTexts("subgraphs", ".resolver.ts");
  const resolverOf = index(resolvers, rootFieldsIn);
  const rules = [...readTexts("subgraphs", ".rules.ts"), ...readTexts("subgraphs", ".feature.ts")];
  const rowsOf = index(readTexts("router/operations", ".operations.ts"), rowFieldsIn);
  const groups = readTexts("router/operations", "groups.ts", "groups");
  const samples = readTexts("test", ".ts", "door-samples");
  const sampleOf = index(samples, samplesIn);
  return {
    resolverOf: (coordinate) => resolverOf.get(coordinate) ?? null,
    resolverBeside: (path) =>
      [...resolvers.keys()].find((resolver) => dirname(resolver) === dirname(path)) ?? null,
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
    groupsOf: (rows) => {
      const beside = `${dirname(rows)}/groups.ts`;
      return groups.has(beside) ? beside : "router/operations/central-groups.ts";
    },
    sampleOf: (operation) => sampleOf.get(operation) ?? null,
    hasSamples: samples.size > 0,
  };
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
