import { readFileSync, readdirSync } from "node:fs";
import { posix } from "node:path";
import { parseSync } from "vite";
import { projectPath } from "../../src/project-root.ts";
import { codeFolders } from "./imports.ts";

/** A regular expression of the project, and where it is written. */
export interface Pattern {
  source: string;
  flags: string;
  where: string;
  /** The longest text that it runs on, where `matchWithin` enforces one. */
  maxLength?: number;
}

/** Patterns of a file, and patterns that are built from values known only at run time. */
interface FilePatterns {
  patterns: Pattern[];
  dynamic: string[];
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

const folders = [...codeFolders, "packages"];

/** Paths of all code that runs in a server. The explorer's pages run in the visitor's browser. */
export function serverPaths(): string[] {
  const paths = folders.flatMap((folder) =>
    readdirSync(projectPath(folder), { recursive: true, encoding: "utf8" }).map((name) =>
      posix.join(folder, name),
    ),
  );
  return [...paths, "main.ts"]
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".d.ts"))
    .filter((path) => !path.startsWith("router/explorer/web/") && !/\/(?:node_modules|dist)\//.test(path))
    .sort();
}

export function readCodePatterns(paths = serverPaths()): FilePatterns {
  const found = paths.map((path) => patternsIn(path, readFileSync(projectPath(path), "utf8")));
  return {
    patterns: found.flatMap(({ patterns }) => patterns),
    dynamic: found.flatMap(({ dynamic }) => dynamic),
  };
}

/**
 * Reads the regular expressions of one file: literals, `RegExp(...)` of constant text, and constant properties named
 * `pattern`, which are JSON Schema's.
 */
export function patternsIn(path: string, text: string): FilePatterns {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]!.message}`);
  const nodes = nodesOf(program);
  const constants = new Map<string, Node>();
  for (const node of nodes) {
    const { id, init } = node as { id?: Node; init?: Node };
    if (node.type === "VariableDeclarator" && id?.type === "Identifier" && init)
      constants.set(id["name"] as string, init);
  }
  const valueOf = (node: unknown): unknown => constantOf(node as Node | undefined, constants);
  const bounds = new Map<Node, number>();
  const result: FilePatterns = { patterns: [], dynamic: [] };
  for (const node of nodes) {
    const add = (source: string, flags: string) => {
      const where = `${path}:${text.slice(0, node.start).split("\n").length}`;
      const maxLength = bounds.get(node);
      result.patterns.push({ source, flags, where, ...(maxLength === undefined ? {} : { maxLength }) });
    };
    if (isCall(node, "matchWithin")) {
      const [, length, pattern] = node["arguments"] as Node[];
      const maxLength = valueOf(length);
      if (typeof maxLength === "number" && pattern?.["regex"]) bounds.set(pattern, maxLength);
      else result.dynamic.push(`${path}: matchWithin without a constant length and a literal pattern`);
    } else if (isCall(node, "RegExp")) {
      const [source, flags] = (node["arguments"] as Node[]).map(valueOf);
      if (typeof source === "string") add(source, typeof flags === "string" ? flags : "");
      else result.dynamic.push(`${path}: ${text.slice(node.start, node.end)}`);
    } else if (node["regex"]) {
      const { pattern, flags } = node["regex"] as { pattern: string; flags: string };
      add(pattern, flags);
    } else if (node.type === "Property" && (node["key"] as Node)["name"] === "pattern") {
      const value = valueOf(node["value"]);
      if (typeof value === "string") add(value, "u");
    }
  }
  return result;
}

function isCall(node: Node, name: string): boolean {
  const isOne = node.type === "CallExpression" || node.type === "NewExpression";
  return isOne && (node["callee"] as Node)["name"] === name;
}

/** All nodes of a tree, each before its children. */
function nodesOf(root: unknown): Node[] {
  const nodes: Node[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (typeof value === "object" && value !== null && !(value instanceof RegExp)) {
      if (typeof (value as Node).type === "string") nodes.push(value as Node);
      Object.values(value).forEach(visit);
    }
  };
  visit(root);
  return nodes;
}

/** The value of an expression of literals and constants of the same file; undefined where it is not one. */
function constantOf(node: Node | undefined, constants: ReadonlyMap<string, Node>): unknown {
  const valueOf = (inner: unknown) => constantOf(inner as Node | undefined, constants);
  if (!node) return undefined;
  if (node.type === "Literal") return node["regex"] ? undefined : node["value"];
  if (node.type === "Identifier") return valueOf(constants.get(node["name"] as string));
  if (node.type === "ArrayExpression") return (node["elements"] as Node[]).map(valueOf);
  if (node.type === "TemplateLiteral") return joinTemplate(node, "cooked", valueOf);
  if (node.type === "TaggedTemplateExpression") {
    const { object, property } = node["tag"] as { object?: Node; property?: Node };
    const isRaw = object?.["name"] === "String" && property?.["name"] === "raw";
    return isRaw ? joinTemplate(node["quasi"] as Node, "raw", valueOf) : undefined;
  }
  if (node.type === "BinaryExpression" && node["operator"] === "+") {
    const [left, right] = [valueOf(node["left"]), valueOf(node["right"])];
    if (typeof left === "number" && typeof right === "number") return left + right;
    return typeof left === "string" && typeof right === "string" ? left + right : undefined;
  }
  if (node.type !== "CallExpression") return undefined;
  const { object, property } = node["callee"] as { object?: Node; property?: Node };
  const [list, separator] = [valueOf(object), valueOf((node["arguments"] as Node[])[0])];
  const isJoin = property?.["name"] === "join" && typeof separator === "string" && Array.isArray(list);
  return isJoin && list.every((item) => typeof item === "string") ? list.join(separator) : undefined;
}

function joinTemplate(
  node: Node,
  form: "cooked" | "raw",
  valueOf: (inner: unknown) => unknown,
): string | undefined {
  const values = (node["expressions"] as Node[]).map(valueOf);
  if (!values.every((value) => typeof value === "string" || typeof value === "number")) return undefined;
  const parts = (node["quasis"] as Node[]).map((part) => (part["value"] as Record<string, string>)[form]!);
  return parts.map((part, index) => part + String(values[index] ?? "")).join("");
}
