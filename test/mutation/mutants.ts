import { parseSync } from "oxc-parser";
import { replacementsOf, type Node } from "./mutators.ts";

/** One small change of a file's code. */
export interface Mutant {
  /** Unique within one run. Assigned by the sample. */
  id: number;
  path: string;
  line: number;
  mutator: string;
  original: string;
  replacement: string;
  start: number;
  end: number;
  /** Removes a whole statement instead of replacing an expression. */
  removesStatement: boolean;
  /** Identifies the mutant across edits elsewhere in the file. Sampling uses it. */
  key: string;
}

/** Lists all mutants of a file in source order. Skips types, decorators, imports and property names. */
export function findMutants(path: string, code: string): Mutant[] {
  const { program, errors } = parseSync(path, code);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`);
  const found: Mutant[] = [];
  const seen = new Map<string, number>();
  const base = path.slice(path.lastIndexOf("/") + 1);
  visit(program as unknown as Node, { parent: null, key: "", isInsideChain: false }, (node, place) => {
    for (const { mutator, replacement, removesStatement = false } of replacementsOf(node, place, code)) {
      const original = code.slice(node.start, node.end);
      const name = `${base}|${mutator}|${original}|${replacement}`;
      const count = seen.get(name) ?? 0;
      seen.set(name, count + 1);
      const line = code.slice(0, node.start).split("\n").length;
      const { start, end } = node;
      found.push({
        id: 0,
        path,
        line,
        mutator,
        original,
        replacement,
        start,
        end,
        removesStatement,
        key: `${name}|${count}`,
      });
    }
  });
  return found;
}

/** Position of a node in the syntax tree. */
export interface Place {
  parent: Node | null;
  /** The parent's property that holds the node. */
  key: string;
  /** True where parentheses around the node would split an optional chain. */
  isInsideChain: boolean;
}

const skippedTypes = new Set(["ImportDeclaration", "ExportAllDeclaration", "Decorator", "TSEnumDeclaration"]);
const typedExpressions = new Set(["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"]);
const chainKeys = new Set(["expression", "object", "callee"]);

function visit(node: Node, place: Place, enter: (node: Node, place: Place) => void): void {
  if (skippedTypes.has(node.type)) return;
  if (node.type.startsWith("TS") && !typedExpressions.has(node.type)) return;
  enter(node, place);
  const opensChain = node.type === "ChainExpression" || place.isInsideChain;
  for (const [key, value] of Object.entries(node)) {
    if (key === "key" && node["computed"] !== true) continue;
    const isInsideChain = opensChain && chainKeys.has(key);
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) visit(child, { parent: node, key, isInsideChain }, enter);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}

/**
 * Returns the code with all given mutants, each behind a switch. Inserts text within lines only, so line numbers do not
 * change.
 */
export function instrument(code: string, mutants: readonly Mutant[]): string {
  const places = Map.groupBy(mutants, ({ start, end, removesStatement }) =>
    [start, end, removesStatement].join(),
  );
  const inserted = [...places.values()].flatMap((group) => {
    const { start, end, removesStatement } = group[0]!;
    const size = end - start;
    if (removesStatement)
      return [
        { at: start, isEnd: false, size: size + 0.5, text: `{if(!__mutant(${group[0]!.id})){` },
        { at: end, isEnd: true, size: size + 0.5, text: "}}" },
      ];
    const choices = group.map(({ id, replacement }) => `__mutant(${id})?(${replacement}):`).join("");
    return [
      { at: start, isEnd: false, size, text: `(${choices}` },
      { at: end, isEnd: true, size, text: ")" },
    ];
  });
  // At equal positions: ends before starts, inner ends first, outer starts first.
  inserted.sort((a, b) => {
    if (a.at !== b.at) return a.at - b.at;
    if (a.isEnd !== b.isEnd) return a.isEnd ? -1 : 1;
    return a.isEnd ? a.size - b.size : b.size - a.size;
  });
  let result = "";
  let copied = 0;
  for (const { at, text } of inserted) {
    result += code.slice(copied, at) + text;
    copied = at;
  }
  return result + code.slice(copied);
}
