/** A record of the plain data: its type name and its fields. A function is a field with arguments, or a link. */
export interface Row {
  __typename: string;
  [field: string]: unknown;
}

export type Arguments = Record<string, unknown>;

/** The data of one run. Mutations may change it: each run has a world of its own. */
export interface World {
  /** Entities that subgraphs find by key. */
  entities: readonly Row[];
  /** Fields of `Query` and `Mutation`: values, or functions of their arguments. */
  roots: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A field that its subgraph computes from fields of others. */
export interface ComputedField {
  /** What a representation must carry, as the plain data has it. */
  reads(row: Row): Arguments;
  /** The field's value, from what was read or sent. */
  value(read: Arguments, args: Arguments): unknown;
}

export interface SuiteCase {
  query: string;
  variables?: Arguments;
  /** Coordinates (`Type.field`) whose resolvers throw. */
  faults?: readonly string[];
  /** Subgraphs that do not respond. */
  down?: readonly string[];
  /** Coordinates that are unavailable then; by default those that no other subgraph resolves. */
  lost?: readonly string[];
}

/** One supergraph over plain data, with the operations that it must answer like one schema over the same data. */
export interface SuiteGraph {
  subject: string;
  name: string;
  /** SDL by subgraph name. */
  subgraphs: Readonly<Record<string, string>>;
  world(): World;
  /** By coordinate. */
  computed?: Readonly<Record<string, ComputedField>>;
  /** What one subgraph answers for a coordinate where another one is right, as `subgraph:Type.field`. */
  deviations?: Readonly<Record<string, unknown>>;
  cases: readonly SuiteCase[];
}

/** A record. */
export function row(__typename: string, fields: Record<string, unknown>): Row {
  return { __typename, ...fields };
}

/** A root field that finds the record whose field of that name equals the argument. */
export function finder(rows: readonly Row[], key = "id"): (args: Arguments) => Row | null {
  return (args) => rows.find((one) => one[key] === args[key]) ?? null;
}

/** A federation 2 schema header that imports every directive. */
export const federation2 = /* GraphQL */ `
  extend schema
    @link(
      url: "https://specs.apollo.dev/federation/v2.5"
      import: [
        "@key"
        "@shareable"
        "@external"
        "@requires"
        "@provides"
        "@override"
        "@inaccessible"
        "@interfaceObject"
      ]
    )
`;
