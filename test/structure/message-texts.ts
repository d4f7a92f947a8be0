import { readFileSync, readdirSync } from "node:fs";
import { posix } from "node:path";
import { parseSync } from "vite";
import { projectPath } from "../../src/project-root.ts";

/** A text that people read, and the file that has it. Values in templates are written as `${}`. */
export interface FoundText {
  path: string;
  text: string;
}

export type Node = { type: string } & Record<string, unknown>;

/** Paths of the TypeScript files below the folders. */
export function codePaths(...folders: readonly string[]): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(projectPath(folder), { recursive: true, encoding: "utf8" }).map((name) =>
        posix.join(folder, name),
      ),
    )
    .filter((path) => /\.tsx?$/.test(path) && !/\/(?:node_modules|dist)\//.test(path))
    .sort();
}

const nodesOf = (path: string, code = readFileSync(projectPath(path), "utf8")): Node[] => {
  const nodes: Node[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (typeof value !== "object" || value === null) return;
    const node = value as Node;
    if (node.type === "ImportDeclaration") return;
    if (typeof node.type === "string") nodes.push(node);
    for (const part of Object.values(node)) visit(part);
  };
  visit(parseSync(path, code).program);
  return nodes;
};

/** All texts of a file with at least two words: literals, templates and text between JSX tags. */
export function textsIn(path: string, code?: string): FoundText[] {
  return nodesOf(path, code)
    .flatMap((node) => (node.type === "JSXText" ? [node["value"] as string] : literal(node)))
    .map((text) => text.replaceAll(/\s+/g, " ").trim())
    .filter((text) => /[a-z] [a-z]/i.test(text))
    .map((text) => ({ path, text }));
}

function literal(node: Node): string[] {
  if (node.type === "Literal" && typeof node["value"] === "string") return [node["value"]];
  if (node.type !== "TemplateLiteral") return [];
  return [(node["quasis"] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join("${}")];
}

/** Texts that an expression may have. Constants, conditions and records of texts are followed within the file. */
export function textsOf(node: Node | undefined, constants: ReadonlyMap<string, Node>, depth = 0): string[] {
  if (!node || depth > 8) return [];
  const of = (part: unknown) => textsOf(part as Node | undefined, constants, depth + 1);
  switch (node.type) {
    case "ConditionalExpression":
      return [...of(node["consequent"]), ...of(node["alternate"])];
    case "LogicalExpression":
      return [...of(node["left"]), ...of(node["right"])];
    case "BinaryExpression": {
      const [left, right] = [of(node["left"]), of(node["right"])];
      return left.flatMap((start) => (right.length > 0 ? right : ["${}"]).map((end) => start + end));
    }
    case "Identifier":
      return of(constants.get(node["name"] as string));
    case "MemberExpression":
      return of(node["object"]);
    case "TSAsExpression":
    case "TSSatisfiesExpression":
      return of(node["expression"]);
    case "ObjectExpression":
      return (node["properties"] as Node[]).flatMap(({ value }) => of(value));
    default:
      return literal(node);
  }
}
