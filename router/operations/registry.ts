import {
  GraphQLError,
  getNamedType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  parse,
  print,
  validate,
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from "graphql";
import { ruleFromFacts } from "../../src/access/rule-from-facts.ts";
import type { AccessFacts, Rule } from "../../src/access/rules.ts";
import { policyOf, type CachePolicy } from "../entity-cache/cacheable-fetch.ts";
import { objectSchema, type JsonSchema, type PlaceType } from "../schema/json-schema.ts";
import type { SupergraphFacts } from "../schema/supergraph-facts.ts";
import { addDetails, generateDocument, rootField } from "./document.ts";
import type { OperationArea, OperationRow } from "./operation.ts";
import { compileValidator, type InputValidator } from "./validate-input.ts";

/** A stored operation, ready to run: its document, the shape of its input and the facts of its root field. */
export interface StoredOperation {
  row: OperationRow;
  area: OperationArea;
  kind: "query" | "mutation";
  document: DocumentNode;
  /** Response key of the root field. */
  rootKey: string;
  rootField: GraphQLField<unknown, unknown>;
  description: string;
  access: Partial<AccessFacts>;
  /** The access rule that `access` describes. */
  rule: Rule;
  /** How long its whole response may be cached; null when some of it may not. */
  caching: CachePolicy | null;
  /** Input of every door: the variables, with a mutation's single `input` opened. */
  inputSchema: JsonSchema;
  /** The type that a mutation's single `input` has, whose fields `inputSchema` opens; null without one. */
  inputType: GraphQLInputObjectType | null;
  /** The same as `inputSchema`, with named types placed as a document wants them. */
  describeInput(place: PlaceType): JsonSchema;
  validateInput: InputValidator;
  /** Converts door input to the document's variables. */
  toVariables(input: Record<string, unknown>): Record<string, unknown>;
}

/** Every stored operation by name. */
export type OperationRegistry = ReadonlyMap<string, StoredOperation>;

/**
 * Binds the rows to the composed graph. Throws with every fault at once: a row without a field, a document that
 * does not validate, a root field without access facts, a path or tool name used twice.
 */
export function buildRegistry(
  areas: readonly OperationArea[],
  writtenDocuments: string,
  graph: { schema: GraphQLSchema; facts: SupergraphFacts },
): OperationRegistry {
  const written = indexDocuments(writtenDocuments);
  const registry = new Map<string, StoredOperation>();
  const faults: string[] = [];
  const collect = (work: () => void) => {
    try {
      work();
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error));
    }
  };
  const rows = areas.flatMap(({ operations }) => operations);
  const details = new Map<string, Set<string>>();
  for (const row of rows) collect(() => addDetails(details, row, graph.schema));
  const documents = new Map<OperationRow, DocumentNode>();
  for (const row of rows) {
    collect(() =>
      documents.set(
        row,
        written.get(row.name) ?? generateDocument(row, graph.schema, { entities: graph.facts, details }),
      ),
    );
  }
  const areValid = validateTogether([...documents.values()], graph.schema);
  for (const area of areas) {
    for (const row of area.operations) {
      const document = documents.get(row);
      if (!document) continue;
      collect(() => {
        if (registry.has(row.name)) throw new Error(`Operation ${row.name} is listed twice`);
        if (!areValid) refuseInvalid(row, document, graph.schema);
        registry.set(row.name, bind(row, area, document, graph));
      });
    }
  }
  for (const name of written.keys()) {
    if (!registry.has(name)) faults.push(`The document ${name} belongs to no operation`);
  }
  faults.push(...doorClashes(registry));
  if (faults.length > 0) throw new Error(`Operations do not fit the graph:\n  ${faults.join("\n  ")}`);
  return registry;
}

/** The documents of all operations, in their executed form, in one text for review. */
export function printDocuments(registry: OperationRegistry): string {
  return `${[...registry.values()].map((operation) => print(operation.document).trim()).join("\n\n")}\n`;
}

/**
 * True when all documents are valid. One validation of them together takes a tenth of the time of one each, which lists
 * all types of the graph every time; with any fault, each is validated for itself, for the fault's words.
 */
function validateTogether(documents: readonly DocumentNode[], schema: GraphQLSchema): boolean {
  const definitions = new Set(documents.flatMap((document) => document.definitions));
  return validate(schema, { kind: Kind.DOCUMENT, definitions: [...definitions] }).length === 0;
}

function refuseInvalid(row: OperationRow, document: DocumentNode, schema: GraphQLSchema): void {
  const errors = validate(schema, document);
  if (errors.length > 0)
    throw new Error(`Operation ${row.name}: ${errors.map((error) => error.message).join("; ")}`);
}

function bind(
  row: OperationRow,
  area: OperationArea,
  document: DocumentNode,
  graph: { schema: GraphQLSchema; facts: SupergraphFacts },
): StoredOperation {
  const { kind, field } = rootField(row, graph.schema);
  const rootName = kind === "query" ? "Query" : "Mutation";
  const access = graph.facts.accessOf(rootName, field.name);
  if (!access?.auth) throw new Error(`Operation ${row.name}: ${rootName}.${field.name} has no access facts`);
  const used = usedArguments(document, field, row);
  const opened = openedInput(used);
  const inputs = members(used, opened, `${rootName}.${field.name}`, graph.facts);
  const schema = objectSchema(inputs, graph.facts.constraintOf);
  const besideInput = new Set(used.map((arg) => arg.name).filter((name) => name !== "input"));
  return {
    row,
    area,
    kind,
    document,
    rootKey: responseKey(document),
    rootField: field,
    description: field.description ?? row.name,
    access,
    rule: ruleFromFacts(access),
    caching: policyOf(document, graph.facts.caching),
    inputSchema: schema,
    inputType: opened,
    describeInput: (place) => objectSchema(inputs, graph.facts.constraintOf, null, place),
    validateInput: compileValidator(schema),
    toVariables: opened ? (input) => splitVariables(input, besideInput) : (input) => input,
  };
}

function indexDocuments(text: string): Map<string, DocumentNode> {
  const found = new Map<string, DocumentNode>();
  if (text.trim() === "") return found;
  const { definitions } = parse(text, { noLocation: true });
  const fragments = definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  for (const node of definitions) {
    if (node.kind !== Kind.OPERATION_DEFINITION) continue;
    const name = node.name?.value;
    if (!name) throw new GraphQLError("A stored document needs a name", { nodes: node });
    const spread = fragments.filter((fragment) => print(node).includes(`...${fragment.name.value}`));
    found.set(name, { kind: Kind.DOCUMENT, definitions: [node, ...spread] });
  }
  return found;
}

function operationOf(document: DocumentNode): OperationDefinitionNode {
  return document.definitions.find(
    (node) => node.kind === Kind.OPERATION_DEFINITION,
  ) as OperationDefinitionNode;
}

function responseKey(document: DocumentNode): string {
  const root = operationOf(document).selectionSet.selections[0];
  if (root?.kind !== Kind.FIELD) throw new Error("A stored document starts with one root field");
  return root.alias?.value ?? root.name.value;
}

/** The root field's arguments that the document passes on as variables of the same name. */
function usedArguments(
  document: DocumentNode,
  field: GraphQLField<unknown, unknown>,
  row: OperationRow,
): readonly GraphQLArgument[] {
  const names = (operationOf(document).variableDefinitions ?? []).map((node) => node.variable.name.value);
  const unknown = names.filter((name) => !field.args.some((arg) => arg.name === name));
  if (unknown.length > 0)
    throw new Error(`Operation ${row.name}: variables without an argument: ${unknown.join(", ")}`);
  return field.args.filter((arg) => names.includes(arg.name));
}

function openedInput(args: readonly GraphQLArgument[]): GraphQLInputObjectType | null {
  const input = args.find((arg) => arg.name === "input");
  const type = input && getNamedType(input.type);
  const isPlain =
    input !== undefined && !isListType(isNonNullType(input.type) ? input.type.ofType : input.type);
  return isPlain && isInputObjectType(type) ? type : null;
}

function members(
  args: readonly GraphQLArgument[],
  opened: GraphQLInputObjectType | null,
  coordinate: string,
  facts: SupergraphFacts,
) {
  const plain = args.filter((arg) => !(opened && arg.name === "input"));
  return [
    ...plain.map((field) => ({ field, constraint: facts.constraintOf(`${coordinate}.${field.name}`) })),
    ...Object.values(opened?.getFields() ?? {}).map((field) => ({
      field,
      constraint: facts.constraintOf(`${opened!.name}.${field.name}`),
    })),
  ];
}

/** The variables of an operation whose fields of `input` are members of its own input, but for those named. */
function splitVariables(
  input: Record<string, unknown>,
  besideInput: ReadonlySet<string>,
): Record<string, unknown> {
  const within: Record<string, unknown> = {};
  const variables: Record<string, unknown> = { input: within };
  for (const key of Object.keys(input)) {
    if (besideInput.has(key)) variables[key] = input[key];
    else within[key] = input[key];
  }
  return variables;
}

function doorClashes(registry: OperationRegistry): string[] {
  const taken = new Map<string, string>();
  const faults: string[] = [];
  const claim = (door: string, name: string) => {
    const owner = taken.get(door);
    if (owner) faults.push(`${name} and ${owner} both claim ${door}`);
    taken.set(door, name);
  };
  for (const { row } of registry.values()) {
    for (const name of row.tool ? [row.tool.name, ...(row.tool.deprecatedAliases ?? [])] : [])
      claim(`the tool ${name}`, row.name);
    for (const path of restPaths(row))
      claim(`${row.rest!.method} ${path.replaceAll(/\{\w+\}/g, "{}")}`, row.name);
  }
  return faults;
}

/** Every path that a row answers at: its own, its aliases, the `/api` mount of `/v1`, the `/a/{appId}` form. */
export function restPaths(row: OperationRow): string[] {
  if (!row.rest) return [];
  const { path, aliases = [], deprecatedAliases = [], needsApp } = row.rest;
  const paths = [path, ...aliases, ...deprecatedAliases];
  if (path.startsWith("/v1/")) paths.push(`/api${path}`);
  if (needsApp) paths.push(`/a/{appId}${path}`);
  return paths;
}
