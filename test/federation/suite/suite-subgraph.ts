import { buildSubgraphSchema } from "@apollo/subgraph";
import {
  execute,
  GraphQLError,
  isAbstractType,
  isObjectType,
  parse,
  validate,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
} from "graphql";
import { computedField, valueOf } from "./oracle.ts";
import { parseFieldSet, type FieldSet } from "./field-set.ts";
import type { Arguments, Row, SuiteCase, SuiteGraph, World } from "./suite.types.ts";

/** What the subgraphs of one graph share during a run. */
export interface SuiteRun {
  world: World;
  asked: SuiteCase;
  /** Names of object types by interface, over the whole graph. */
  members: ReadonlyMap<string, ReadonlySet<string>>;
}

/** A record as one subgraph sees it: of foreign fields only what it was sent, or what it provides at this place. */
class View {
  readonly row: Row;
  readonly typeName: string;
  readonly sent: Arguments | null;
  readonly provided: FieldSet | null;

  constructor(row: Row, typeName: string, from: { sent?: Arguments; provided?: FieldSet | null } = {}) {
    this.row = row;
    this.typeName = typeName;
    this.sent = from.sent ?? null;
    this.provided = from.provided ?? null;
  }
}

/** A subgraph over the plain data. It refuses what a strict subgraph refuses: keys that are missing, foreign fields. */
export class SuiteSubgraph {
  readonly #name: string;
  readonly #graph: SuiteGraph;
  readonly schema: GraphQLSchema;
  readonly #isValid = new WeakSet<DocumentNode>();

  constructor(name: string, graph: SuiteGraph) {
    this.#name = name;
    this.#graph = graph;
    this.schema = buildSubgraphSchema(parse(graph.subgraphs[name]!));
    for (const type of Object.values(this.schema.getTypeMap())) {
      if (isAbstractType(type)) type.resolveType = (view: View) => view.typeName;
      if (isObjectType(type) && !type.name.startsWith("_")) this.#attach(type);
    }
  }

  execute(document: DocumentNode, variables: Arguments, run: SuiteRun): ExecutionResult {
    if (run.asked.down?.includes(this.#name)) throw new Error(`${this.#name} is down`);
    if (!this.#isValid.has(document)) {
      const faults = validate(this.schema, document);
      if (faults.length > 0)
        throw new Error(`${this.#name} was asked wrongly: ${faults.map(String).join("; ")}`);
      this.#isValid.add(document);
    }
    const args = { schema: this.schema, document, variableValues: variables, contextValue: run };
    return execute(args) as ExecutionResult;
  }

  #attach(type: GraphQLObjectType): void {
    for (const field of Object.values(type.getFields())) {
      if (field.name === "_service") continue;
      field.resolve =
        field.name === "_entities"
          ? (_, { representations }, run: SuiteRun) =>
              (representations as Arguments[]).map((sent) => this.#find(sent, run))
          : (view, args, run: SuiteRun, info) =>
              this.#resolve(view as View | undefined, args as Arguments, run, info);
    }
  }

  #resolve(view: View | undefined, args: Arguments, run: SuiteRun, info: GraphQLResolveInfo): unknown {
    const { fieldName, parentType } = info;
    this.#strike(view?.row.__typename ?? parentType.name, parentType.name, fieldName, run);
    const node = parentType.getFields()[fieldName]!.astNode;
    const provides = node?.directives?.find(({ name }) => name.value === "provides");
    const provided = provides ? parseFieldSet(textArgument(provides)) : null;
    const show = (value: unknown, inner: FieldSet | null) => this.#view(value, run, inner);
    const deviation = this.#graph.deviations?.[`${this.#name}:${parentType.name}.${fieldName}`];
    if (deviation !== undefined) return show(valueOf(deviation, args), provided);
    if (!view) return show(valueOf(run.world.roots[parentType.name]?.[fieldName], args), provided);
    const computed = computedField(this.#graph, [parentType.name, view.row.__typename], fieldName);
    if (computed && node?.directives?.some(({ name }) => name.value === "requires")) {
      if (!view.sent) throw new GraphQLError(`${fieldName} needs a representation`);
      return show(computed.value(view.sent, args), provided);
    }
    const isForeign = node?.directives?.some(({ name }) => name.value === "external");
    if (isForeign && !this.#keysOf(parentType.name).some((key) => key.has(fieldName))) {
      if (view.provided?.has(fieldName))
        return show(valueOf(view.row[fieldName], args), view.provided.get(fieldName)!);
      if (view.sent && view.sent[fieldName] !== undefined) return view.sent[fieldName];
      throw new GraphQLError(`${this.#name} does not have ${parentType.name}.${fieldName}`);
    }
    return show(valueOf(view.row[fieldName], args), provided ?? view.provided?.get(fieldName) ?? null);
  }

  #strike(rowType: string, typeName: string, fieldName: string, { asked, members }: SuiteRun): void {
    for (const fault of asked.faults ?? []) {
      const [owner, name] = fault.split(".") as [string, string];
      const isHit = owner === rowType || owner === typeName || members.get(owner)?.has(rowType);
      if (name === fieldName && isHit) throw new GraphQLError(`fault at ${fieldName}`);
    }
  }

  /** Rows become views; everything else is a value. */
  #view(value: unknown, run: SuiteRun, provided: FieldSet | null): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#view(item, run, provided));
    if (typeof value === "function") return this.#view(valueOf(value), run, provided);
    if (typeof value !== "object" || value === null || !("__typename" in value)) return value;
    return new View(value as Row, this.#nameOf(value as Row, run), { provided });
  }

  /** The row's type as this subgraph calls it: by its interface where it knows that as an object. */
  #nameOf({ __typename: name }: Row, { members }: SuiteRun): string {
    if (this.schema.getType(name)) return name;
    for (const [abstract, names] of members) {
      if (names.has(name) && isObjectType(this.schema.getType(abstract))) return abstract;
    }
    return name;
  }

  #find(sent: Arguments, run: SuiteRun): View | null {
    const typeName = String(sent["__typename"]);
    const key = this.#keysOf(typeName).find((fields) => hasAll(sent, fields));
    if (!key) throw new GraphQLError(`${this.#name} was sent ${typeName} without a key`);
    const isOfType = ({ __typename: name }: Row) => name === typeName || run.members.get(typeName)?.has(name);
    const row = run.world.entities.find((one) => isOfType(one) && isSame(one, sent, key));
    return row ? new View(row, this.#nameOf(row, run), { sent }) : null;
  }

  #keysOf(typeName: string): FieldSet[] {
    const type = this.schema.getType(typeName);
    const nodes = [type?.astNode, ...(type?.extensionASTNodes ?? [])];
    return nodes
      .flatMap((node) => node?.directives ?? [])
      .filter(({ name }) => name.value === "key")
      .map((directive) => parseFieldSet(textArgument(directive)));
  }
}

function textArgument(directive: {
  arguments?: readonly { name: { value: string }; value: object }[];
}): string {
  const found = directive.arguments?.find(({ name }) => name.value === "fields")?.value as { value?: string };
  return found.value ?? "";
}

function hasAll(sent: Arguments, fields: FieldSet): boolean {
  return [...fields].every(([name, inner]) => {
    if (name === "__typename") return true;
    const value = sent[name];
    if (value === undefined || value === null) return false;
    return inner.size === 0 || listOf(value).every((item) => hasAll(item as Arguments, inner));
  });
}

function isSame(row: Row, sent: Arguments, fields: FieldSet): boolean {
  return [...fields].every(([name, inner]) => {
    if (name === "__typename") return true;
    const own = valueOf(row[name]);
    const other = sent[name];
    if (inner.size === 0) return String(own) === String(other);
    const owned = listOf(own);
    const others = listOf(other);
    const isEach = (item: unknown, index: number) => isSame(item as Row, others[index] as Arguments, inner);
    return owned.length === others.length && owned.every(isEach);
  });
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value];
}
