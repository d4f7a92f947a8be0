import { buildSchema, getIntrospectionQuery, getOperationAST, parse } from "graphql";
import { expect, test } from "vitest";
import {
  refuseComplex,
  measureComplexity,
  type DocumentComplexity,
} from "../../router/complexity/document-complexity.ts";
import type { DomainError } from "../../src/errors.ts";

const schema = buildSchema(/* GraphQL */ `
  type Query {
    node: Node!
    nodes(first: Int): [Node!]!
    page(limit: Int): Page!
  }
  type Node {
    id: ID!
    child: Node!
    children(first: Int): [Node!]!
  }
  type Page {
    rows: [Node!]!
  }
`);

function weightOf(source: string, variables: Record<string, unknown> = {}): DocumentComplexity {
  const document = parse(source);
  return measureComplexity(schema, document, getOperationAST(document)!, variables);
}

function passedLimits(source: string, variables: Record<string, unknown> = {}): string[] {
  try {
    refuseComplex(weightOf(source, variables));
    return [];
  } catch (error) {
    expect((error as DomainError).code).toBe("QUERY_TOO_COMPLEX");
    return Object.keys((error as DomainError).details);
  }
}

const nested = (depth: number) => `{ node ${"{ child ".repeat(depth - 2)} { id } ${"}".repeat(depth - 2)} }`;

test("depth 8 passes and depth 9 is refused, also through fragments", () => {
  expect(weightOf(nested(8)).depth).toBe(8);
  expect(passedLimits(nested(8))).toEqual([]);
  expect(passedLimits(nested(9))).toEqual(["depth"]);
  const spread = `{ node { ...A } } fragment A on Node { child { child { child { ...B } } } }
    fragment B on Node { child { ... { child { child { id } } } } }`;
  expect(weightOf(spread).depth).toBe(8);
  expect(passedLimits(spread.replace("{ id }", "{ child { id } }"))).toEqual(["depth"]);
});

test("15 aliases pass and 16 are refused", () => {
  const aliased = (count: number) =>
    `{ node { ${Array.from({ length: count }, (_, index) => `a${index}: id`).join(" ")} } }`;
  expect(passedLimits(aliased(15))).toEqual([]);
  expect(passedLimits(aliased(16))).toEqual(["aliases"]);
});

test("10 root fields pass and 11 are refused, also through a fragment", () => {
  const fields = (count: number) => "__typename ".repeat(count);
  expect(passedLimits(`{ ${fields(10)} }`)).toEqual([]);
  expect(passedLimits(`{ ${fields(11)} }`)).toEqual(["rootFields"]);
  expect(passedLimits(`{ ${fields(5)} ...F } fragment F on Query { ${fields(6)} }`)).toEqual(["rootFields"]);
});

test("50 directives pass and 51 are refused", () => {
  const directed = (count: number) => `{ node { id ${"@include(if: true) ".repeat(count)} } }`;
  expect(passedLimits(directed(50))).toEqual([]);
  expect(passedLimits(directed(51))).toEqual(["directives"]);
});

test("nested lists multiply their complexity by the requested size, 20 by default and 100 at most", () => {
  expect(weightOf("{ nodes { child { id } } }").cost).toBe(1 + 20);
  expect(weightOf("{ nodes(first: 5) { child { id } } }").cost).toBe(1 + 5);
  expect(weightOf("query ($n: Int) { nodes(first: $n) { child { id } } }", { n: 7 }).cost).toBe(1 + 7);
  expect(weightOf("query ($n: Int) { nodes(first: $n) { child { id } } }").cost).toBe(1 + 100);
  expect(weightOf("{ nodes(first: 1000000) { child { id } } }").cost).toBe(1 + 100);
  expect(weightOf("{ page(limit: 100) { rows { child { id } } } }").cost).toBe(1 + 5 + 100);
  expect(passedLimits("{ nodes(first: 100) { children(first: 48) { child { id } } } }")).toEqual([]);
  expect(passedLimits("{ nodes(first: 100) { children(first: 50) { child { id } } } }")).toEqual(["cost"]);
});

test("fragments that double at every level are refused in no time", () => {
  const levels = Array.from({ length: 60 }, (_, level) =>
    level === 59
      ? `fragment F59 on Node { id }`
      : `fragment F${level} on Node { ...F${level + 1} ... { ...F${level + 1} } }`,
  );
  const startedAt = performance.now();
  expect(passedLimits(`{ node { ...F0 } } ${levels.join(" ")}`)).toEqual(["cost"]);
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});

test("the introspection of tools passes; inside it aliases and directives count, depth does not", () => {
  expect(passedLimits(getIntrospectionQuery())).toEqual([]);
  expect(weightOf(getIntrospectionQuery()).depth).toBe(0);
  const aliases = Array.from({ length: 16 }, (_, index) => `a${index}: types { name }`).join(" ");
  expect(passedLimits(`{ __schema { ${aliases} } }`)).toEqual(["aliases"]);
});
