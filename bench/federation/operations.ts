import { size } from "./data.ts";

/** One measured operation. */
export interface Operation {
  key: OperationKey;
  title: string;
  document: string;
  /**
   * Variables of the request with this number; consecutive requests fetch different rows, so responses cannot
   * be shared.
   */
  variables(number: number): Record<string, unknown>;
  /** The same operation with response keys of its own: a document that no cache knows. */
  variant(number: number | string): string;
}

export const operationKeys = ["oneField", "join", "threeSubgraphs"] as const;
export type OperationKey = (typeof operationKeys)[number];

const rows = 20;
const byId = (number: number) => ({ id: `p${number % size}` });
const byPage = (number: number) => ({ first: rows, skip: number % (size - rows) });
const page = "products(first: $first, skip: $skip)";

export const operations: readonly Operation[] = [
  define(
    "oneField",
    "one field of one subgraph",
    byId,
    (name) => `query OneField($id: ID!) { product(id: $id) { ${name} } }`,
  ),
  define(
    "join",
    `join over ${rows} entities`,
    byPage,
    (name) =>
      `query Join($first: Int!, $skip: Int!) { ${page} { id ${name} priceCents rating reviewCount } }`,
  ),
  define(
    "threeSubgraphs",
    `three subgraphs, ${rows} rows`,
    byPage,
    (name) =>
      `query ThreeSubgraphs($first: Int!, $skip: Int!) { ${page} { id ${name} topReview { body author { name city } } } }`,
  ),
];

function define(
  key: OperationKey,
  title: string,
  variables: Operation["variables"],
  write: (nameField: string) => string,
): Operation {
  return {
    key,
    title,
    document: write("name"),
    variables,
    variant: (number) => write(`name${number}: name`),
  };
}

/** The request's body with this number. */
export function bodyOf(operation: Operation, query: string, number: number): string {
  return JSON.stringify({ query, variables: operation.variables(number) });
}
