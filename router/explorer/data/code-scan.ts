import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { projectPath } from "../../../src/project-root.ts";

/** Facts from the source text: the error codes that a root field's code may throw. */
export interface CodeScan {
  /** Folder of the feature that resolves a root field, by the field's name. */
  featureOf: Record<string, string>;
  /** Error codes in a feature's folder, with their literal messages. */
  codesOf: Record<string, Record<string, readonly string[]>>;
}

const decorator = /@(?:Query|Mutation|Subscription)\(/;
const method = /\n {2}(?:async )?\*?(\w+)\(/;
const named = /\bname: "(\w+)"/;
const thrown = /"([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+)"(?:,\s*(["`])((?:(?!\2)[^\\])*)\2)?/g;

/** Reads the subgraphs' sources. Fast enough to run at every start. */
export function scanCode(): CodeScan {
  const featureOf: Record<string, string> = {};
  const codes = new Map<string, Map<string, Set<string>>>();
  for (const path of sourcePaths()) {
    const feature = dirname(path);
    const text = readFileSync(projectPath(path), "utf8");
    if (path.endsWith(".resolver.ts")) for (const name of handlerNames(text)) featureOf[name] = feature;
    for (const [, code, , message] of text.matchAll(thrown)) {
      const ofFeature = codes.get(feature) ?? new Map<string, Set<string>>();
      const messages = ofFeature.get(code!) ?? new Set<string>();
      if (message !== undefined && message.includes(" ") && !message.includes("${")) messages.add(message);
      codes.set(feature, ofFeature.set(code!, messages));
    }
  }
  const codesOf = Object.fromEntries(
    [...codes].map(([feature, found]) => [
      feature,
      Object.fromEntries([...found].map(([code, messages]) => [code, [...messages].sort()])),
    ]),
  );
  return { featureOf, codesOf };
}

function handlerNames(text: string): string[] {
  const [, ...afterDecorators] = text.split(decorator);
  return afterDecorators.flatMap((part) => {
    const found = method.exec(part);
    return found ? (named.exec(part.slice(0, found.index))?.[1] ?? found[1]!) : [];
  });
}

function sourcePaths(): string[] {
  const root = projectPath("subgraphs");
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && basename(dirname(path)) !== "main")
    .map((path) => join("subgraphs", path))
    .sort();
}
