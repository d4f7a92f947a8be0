import type { Place } from "./mutants.ts";

/** ESTree node with source positions. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

export interface Replacement {
  mutator: string;
  replacement: string;
  removesStatement?: boolean;
}

type Mutator = (node: Node, place: Place, textOf: (node: Node) => string) => Replacement[];

const operators: Record<string, { mutator: string; to: string[] }> = {
  "===": { mutator: "comparison", to: ["!=="] },
  "!==": { mutator: "comparison", to: ["==="] },
  "<": { mutator: "boundary", to: ["<=", ">="] },
  "<=": { mutator: "boundary", to: ["<", ">"] },
  ">": { mutator: "boundary", to: [">=", "<="] },
  ">=": { mutator: "boundary", to: [">", "<"] },
  "+": { mutator: "arithmetic", to: ["-"] },
  "-": { mutator: "arithmetic", to: ["+"] },
  "*": { mutator: "arithmetic", to: ["/"] },
  "/": { mutator: "arithmetic", to: ["*"] },
  "%": { mutator: "arithmetic", to: ["*"] },
  "&&": { mutator: "conditional", to: ["||"] },
  "||": { mutator: "conditional", to: ["&&"] },
};

const opposites: Record<string, string> = {
  some: "every",
  every: "some",
  min: "max",
  max: "min",
  floor: "ceil",
  ceil: "floor",
  round: "floor",
  startsWith: "endsWith",
  endsWith: "startsWith",
};

/** Method calls that can be removed: the receiver has the same type as the result. */
const removable = new Set(
  "filter sort toSorted reverse toReversed slice trim toLowerCase toUpperCase".split(" "),
);

const byType: Record<string, Mutator> = {
  BinaryExpression: operator,
  LogicalExpression: (node, place, textOf) =>
    // Skips `?? null`: code and database treat null and undefined alike.
    node["operator"] === "??"
      ? ["null", "undefined"].includes(textOf(node["right"] as Node))
        ? []
        : [{ mutator: "conditional", replacement: textOf(node["left"] as Node) }]
      : operator(node, place, textOf),
  UnaryExpression: (node, _place, textOf) =>
    node["operator"] === "!" || node["operator"] === "-"
      ? [
          {
            mutator: node["operator"] === "!" ? "conditional" : "arithmetic",
            replacement: textOf(node["argument"] as Node),
          },
        ]
      : [],
  UpdateExpression: (node, _place, textOf) => [
    { mutator: "arithmetic", replacement: swap(textOf(node), node["operator"] === "++" ? "++" : "--") },
  ],
  AssignmentExpression: (node, _place, textOf) =>
    node["operator"] === "+=" || node["operator"] === "-="
      ? [
          {
            mutator: "arithmetic",
            replacement: `${textOf(node["left"] as Node)} ${node["operator"] === "+=" ? "-=" : "+="} ${textOf(node["right"] as Node)}`,
          },
        ]
      : [],
  Literal: literal,
  ArrayExpression: (node, { parent, key }) =>
    (node["elements"] as unknown[]).length > 0 && !(parent?.type === "NewExpression" && key === "callee")
      ? [{ mutator: "array", replacement: "[]" }]
      : [],
  ExpressionStatement: removeStatement,
  CallExpression: call,
  ChainExpression: chain,
};

/** Lists the replacements of a node. */
export function replacementsOf(node: Node, place: Place, code: string): Replacement[] {
  const textOf = ({ start, end }: Node) => code.slice(start, end);
  if (place.isInsideChain || isTarget(place) || isTypeOrName(place)) return [];
  const replacements = [...(byType[node.type]?.(node, place, textOf) ?? [])];
  if (isTest(place) && node.type !== "Literal") {
    // Skips `true` for loops: an endless loop is always detected.
    const isLoop = place.parent!.type === "WhileStatement" || place.parent!.type === "ForStatement";
    for (const replacement of isLoop ? ["false"] : ["true", "false"])
      replacements.push({ mutator: "conditional", replacement });
  }
  return replacements;
}

/** True for assignment targets, which no expression can replace. */
function isTarget({ parent, key }: Place): boolean {
  if (parent === null) return false;
  return (
    (parent.type === "AssignmentExpression" && key === "left") ||
    parent.type === "UpdateExpression" ||
    (parent.type.startsWith("For") && key === "left") ||
    (parent.type === "UnaryExpression" && parent["operator"] === "delete")
  );
}

function isTypeOrName({ parent, key }: Place): boolean {
  return parent === null || key === "source" || key === "typeArguments" || key === "typeAnnotation";
}

function isTest({ parent, key }: Place): boolean {
  return (
    key === "test" &&
    ["IfStatement", "ConditionalExpression", "WhileStatement", "ForStatement"].includes(parent!.type)
  );
}

function operator(node: Node, _place: Place, textOf: (node: Node) => string): Replacement[] {
  const left = node["left"] as Node;
  const right = node["right"] as Node;
  const found = operators[node["operator"] as string];
  if (found === undefined) return [];
  if (node["operator"] === "+" && [left, right].some(isText)) return [];
  return found.to.map((to) => ({
    mutator: found.mutator,
    replacement: `(${textOf(left)}) ${to} (${textOf(right)})`,
  }));
}

function isText(node: Node): boolean {
  return (
    node.type === "TemplateLiteral" ||
    (node.type === "Literal" && typeof node["value"] === "string") ||
    (node.type === "BinaryExpression" && [node["left"], node["right"]].some((side) => isText(side as Node)))
  );
}

function swap(text: string, from: "++" | "--"): string {
  return text.replace(from, from === "++" ? "--" : "++");
}

function literal(node: Node, { parent, key }: Place): Replacement[] {
  const value = node["value"];
  if (typeof value === "boolean") return [{ mutator: "boolean", replacement: String(!value) }];
  // Mutates only identifier-like words that code returns or selects, not messages or SQL.
  if (typeof value !== "string" || !/^[\w.:/-]+$/.test(value)) return [];
  const isChosen =
    (parent!.type === "ReturnStatement" && key === "argument") ||
    (parent!.type === "ArrowFunctionExpression" && key === "body") ||
    (parent!.type === "ConditionalExpression" && key !== "test") ||
    (parent!.type === "LogicalExpression" && key === "right") ||
    (parent!.type === "SwitchCase" && key === "test");
  return isChosen ? [{ mutator: "string", replacement: '"mutated"' }] : [];
}

function removeStatement(node: Node): Replacement[] {
  const expression = node["expression"] as Node;
  const inner = expression.type === "AwaitExpression" ? (expression["argument"] as Node) : expression;
  const isSuper = inner.type === "CallExpression" && (inner["callee"] as Node).type === "Super";
  const isRemovable = ["CallExpression", "ChainExpression", "AssignmentExpression"].includes(inner.type);
  return isRemovable && !isSuper && typeof node["directive"] !== "string"
    ? [{ mutator: "statement", replacement: "", removesStatement: true }]
    : [];
}

function call(node: Node, _place: Place, textOf: (node: Node) => string): Replacement[] {
  const callee = node["callee"] as Node;
  if (callee.type !== "MemberExpression" || callee["computed"] === true) return [];
  const object = callee["object"] as Node;
  if (object.type === "Super") return [];
  const property = callee["property"] as Node;
  const name = textOf(property);
  if (removable.has(name)) return [{ mutator: "method", replacement: textOf(object) }];
  const opposite = Object.hasOwn(opposites, name) ? opposites[name] : undefined;
  if (opposite === undefined) return [];
  const text = textOf(node);
  const at = property.start - node.start;
  return [{ mutator: "method", replacement: text.slice(0, at) + opposite + text.slice(at + name.length) }];
}

/** Replaces each `?.` of a chain by plain access. */
function chain(node: Node, _place: Place, textOf: (node: Node) => string): Replacement[] {
  const text = textOf(node);
  const found: Replacement[] = [];
  let link = node["expression"] as Node | undefined;
  while (link !== undefined) {
    const before = (link["object"] ?? link["callee"] ?? link["expression"]) as Node | undefined;
    if (link["optional"] === true && before !== undefined) {
      const at = text.indexOf("?.", before.end - node.start);
      const dot = link.type === "MemberExpression" && link["computed"] !== true ? "." : "";
      if (at >= 0)
        found.push({ mutator: "chain", replacement: text.slice(0, at) + dot + text.slice(at + 2) });
    }
    link = before;
  }
  return found;
}
