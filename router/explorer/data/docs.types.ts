import type { AccessFacts } from "../../../src/access/rules.ts";

/** JSON Schema as doors show it. */
export type DocsSchema = Record<string, unknown>;

/** All requirements of a request. */
export interface AccessDocs extends Partial<AccessFacts> {
  auth: AccessFacts["auth"];
  /** The sender signs the body instead of showing a credential. */
  signatureHeader?: string;
  /** A field on the path needs a token without scope limits, even if another field names a scope. */
  fullToken?: true;
}

/** How the app of a call is named. */
export type AppHeader = "required" | "optional" | "none";

/** Numbers and names for the first page. */
export interface OverviewDocs {
  version: string;
  subgraphs: readonly string[];
  counts: {
    types: number;
    fields: number;
    operations: number;
    rest: number;
    /** Paths with methods, aliases and mounts included. */
    routes: number;
    tools: number;
    errors: number;
  };
}

/** One row of the lists of operations, REST paths and tools. */
export interface OperationSummary {
  name: string;
  kind: "query" | "mutation";
  /** `Query.field` or `Mutation.field`. */
  coordinate: string;
  subgraph: string;
  area: string;
  summary: string;
  documented: boolean;
  access: AccessDocs;
  rest: { method: string; path: string; others: readonly string[] } | null;
  tool: { name: string; app: string; group: string } | null;
}

/** The documents of a list, in the order of its operations. */
export interface PersistedList {
  /** Starts of the IDs. */
  hashes: readonly string[];
  /** How many fields each reads. */
  fields: readonly number[];
}

/** Document of a stored operation: its ID and the fields that it reads. */
export interface PersistedDocs {
  name: string;
  /** SHA-256 of its text, under which it may be called. */
  hash: string;
  /** How many fields it reads, and of how many types. */
  fields: number;
  types: number;
}

/** The list of areas, as the OpenAPI document names them. */
export interface AreaDocs {
  area: string;
  title: string;
  /** Apps whose documents and collections have REST operations of the area. */
  apps: readonly string[];
  operations: readonly OperationSummary[];
}

/** An operation as lists of pages show it. */
export type ListedOperation = Omit<OperationSummary, "coordinate">;

/** An area as lists of pages show it. */
export interface ListedArea extends Omit<AreaDocs, "operations"> {
  operations: readonly ListedOperation[];
}

/** The operations of an area with what leads to them. */
export interface AreaLinks {
  title: string;
  operations: readonly {
    name: string;
    rest: { method: string; path: string } | null;
    tool: string | null;
  }[];
}

/** One path of an operation. */
export interface RouteDocs {
  path: string;
  isDeprecated: boolean;
}

/** One parameter of a REST call. */
export interface ParameterDocs {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description: string;
  schema: DocsSchema;
}

/** Meaning and body of a REST response status. */
export interface ResponseDocs {
  status: string;
  description: string;
  /** Kind of the body: the operation's response, an error, or none. */
  body: "answer" | "error" | "none";
}

export interface RestDocs {
  method: string;
  path: string;
  /** Every path it answers at, the first being its own. */
  routes: readonly RouteDocs[];
  parameters: readonly ParameterDocs[];
  /** The JSON body's schema; null when it takes none. */
  body: DocsSchema | null;
  responses: readonly ResponseDocs[];
  status: number;
  appHeader: AppHeader;
}

export interface ToolDocs {
  name: string;
  title: string;
  description: string;
  app: string;
  group: string;
  toolset: string;
  input: DocsSchema;
  output: DocsSchema;
  hints: { readOnly: boolean; destructive: boolean; idempotent: boolean; openWorld: boolean };
  asksFirst: boolean;
}

/** A code that an operation may answer with. */
export interface ErrorRef {
  code: string;
  status: number;
  /** Every call of this kind may answer it; otherwise the part of the platform that the operation belongs to does. */
  isGeneral: boolean;
}

/** Meanings of allowed values, by the list of the values as `choicesKey` writes it. */
export type Meanings = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Example arguments of an operation. */
interface ExampleDocs {
  input: Record<string, unknown>;
  variables: Record<string, unknown>;
  /** Secret of the demo that signs the body of a webhook. A signature is valid for 5 minutes. */
  signingSecret?: string;
}

/** Everything about one stored operation and its doors. */
export interface OperationDocs extends Omit<OperationSummary, "rest" | "tool"> {
  areaTitle: string;
  /** SHA-256 of the document, under which it may be called. */
  hash: string;
  description: string;
  family: "success" | "bare";
  /** The GraphQL document as it runs. */
  document: string;
  /** Response key of the root field. */
  rootKey: string;
  input: DocsSchema;
  output: DocsSchema;
  /** Meanings of the values that the input allows. */
  meanings: Meanings;
  /** Example arguments: one object for REST and tools, variables for GraphQL. Null if none can be generated. */
  example: ExampleDocs | null;
  /** Who may run the example on the demo data, and for which organization. */
  exampleRun: { as: string; accountId: string | null } | null;
  rest: RestDocs | null;
  tool: ToolDocs | null;
  errors: readonly ErrorRef[];
  /** Coordinates of the fields that it reads. */
  reads: readonly string[];
}

/** An operation that reaches a field, and by which doors. */
export interface ReachDocs {
  operation: string;
  rest: string | null;
  tool: string | null;
}

export interface ArgumentDocs {
  name: string;
  type: string;
  description: string;
  defaultValue: string | null;
  constraint: DocsSchema;
  deprecation: string | null;
}

export interface FieldDocs {
  name: string;
  type: string;
  /** The type's name without list and null marks. */
  typeName: string;
  description: string;
  subgraphs: readonly string[];
  /** The field's own rule; null where only the way in is guarded. */
  ownAccess: AccessDocs | null;
  /** Each way in with all that it demands, the least first. */
  access: readonly AccessDocs[];
  arguments: readonly ArgumentDocs[];
  deprecation: string | null;
  documented: boolean;
  reach: readonly ReachDocs[];
  /** Constraint of a field of an input type. */
  constraint?: DocsSchema;
  defaultValue?: string | null;
}

/** One type of the graph. */
export interface TypeDocs {
  name: string;
  kind: "object" | "input" | "enum" | "scalar" | "interface" | "union";
  description: string;
  subgraphs: readonly string[];
  /** Keys by which other subgraphs find it, with the subgraph that has them. */
  keys: readonly { subgraph: string; fields: string }[];
  fields: readonly FieldDocs[];
  values: readonly { name: string; description: string; deprecation: string | null }[];
  /** Coordinates of fields and arguments that have this type. */
  usedBy: readonly string[];
}

/** One row of the list of types. */
export interface TypeSummary {
  name: string;
  kind: TypeDocs["kind"];
  summary: string;
  subgraphs: readonly string[];
  isEntity: boolean;
  fields: number;
}

/** One error code. */
export interface ErrorDocs {
  code: string;
  status: number;
  cause: string;
  fix: string;
  rest: Record<string, unknown>;
  graphql: Record<string, unknown>;
  /** Operations whose part of the platform answers it; empty where every call may. */
  operations: readonly string[];
  isGeneral: boolean;
}
