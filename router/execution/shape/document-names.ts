import { prototypeKey } from "../../../src/text/reserved-names.ts";
import {
  GraphQLBoolean,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  GraphQLString,
  getNullableType,
  Kind,
  print,
  type FieldNode,
  type GraphQLInputType,
  type OperationDefinitionNode,
  type TypeNode,
  type ValueNode,
  type VariableDefinitionNode,
} from "graphql";

/** A literal, as the variable that takes its place. */
interface Constant {
  name: string;
  value: unknown;
  type: GraphQLInputType;
}

/**
 * The names that a document's aliases and literals have in its plan. Aliases are numbered in their order of appearance,
 * and literals of built-in scalars become variables, so that documents which differ in these alone have one plan, and
 * share its fetches and everything compiled for them. No plan ever has a key that a client chose: not one that is also a
 * field's name, under which the planner (0.0.38) takes one field's value for another one's, and not `constructor`.
 */
export class DocumentNames {
  readonly #planKeys = new Map<string, string>();
  readonly #clientKeys = new Map<string, string>();
  readonly #constants = new Map<string, Constant>();
  readonly #fieldNames: ReadonlySet<string>;
  readonly #variables: ReadonlySet<string>;

  constructor(fieldNames: ReadonlySet<string>, { variableDefinitions = [] }: OperationDefinitionNode) {
    this.#fieldNames = fieldNames;
    this.#variables = new Set(variableDefinitions.map(({ variable }) => variable.name.value));
  }

  /** Response keys of the client by their name in the plan, where the two differ. */
  get clientKeys(): ReadonlyMap<string, string> {
    return this.#clientKeys;
  }

  /** The same map the other way round: names in the plan by the client's response key. */
  get planKeys(): ReadonlyMap<string, string> {
    return this.#planKeys;
  }

  /** The name that the variable `$__proto__` has in the plan: no object of variables then has such a key. */
  get prototypeVariable(): string | null {
    return this.#variables.has(prototypeKey) ? freeName("v", 0, this.#variables) : null;
  }

  /** Values of the literals, by the variables that take their places. */
  get constants(): ReadonlyMap<string, unknown> {
    return new Map([...this.#constants.values()].map(({ name, value }) => [name, value]));
  }

  /** Definitions of the variables that take the places of literals. */
  get definitions(): VariableDefinitionNode[] {
    return [...this.#constants.values()].map(({ name, type }) => ({
      kind: Kind.VARIABLE_DEFINITION,
      variable: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } },
      type: typeNode(type),
    }));
  }

  /** The key under which a field's value is found in the plan's data. */
  planKeyOf({ alias, name }: FieldNode): string {
    if (alias === undefined || alias.value === name.value) return name.value;
    const known = this.#planKeys.get(alias.value);
    if (known !== undefined) return known;
    const planKey = freeName("a", this.#planKeys.size, this.#fieldNames);
    this.#planKeys.set(alias.value, planKey);
    this.#clientKeys.set(planKey, alias.value);
    return planKey;
  }

  /** An argument's value in the plan: a variable for a literal of a built-in scalar, and else the value itself. */
  valueFor(value: ValueNode, type: GraphQLInputType): ValueNode {
    const constant = literalOf(value, getNullableType<GraphQLInputType>(type));
    if (constant === undefined) return value;
    const key = `${String(type)} ${print(value)}`;
    let known = this.#constants.get(key);
    if (!known) {
      const name = freeName("l", this.#constants.size, this.#variables);
      this.#constants.set(key, (known = { name, value: constant, type }));
    }
    return { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: known.name } };
  }
}

/** No two numbers share a name, whatever names are taken. */
function freeName(prefix: string, number: number, taken: ReadonlySet<string>): string {
  let name = `${prefix}${number}`;
  while (taken.has(name)) name = `${prefix}_${name}`;
  return name;
}

/** What a literal means to a built-in scalar; undefined for anything else, which stays in the document. */
function literalOf(node: ValueNode, type: GraphQLInputType): string | number | boolean | undefined {
  if (node.kind === Kind.STRING) return type === GraphQLString || type === GraphQLID ? node.value : undefined;
  if (node.kind === Kind.BOOLEAN) return type === GraphQLBoolean ? node.value : undefined;
  if (node.kind !== Kind.INT && node.kind !== Kind.FLOAT) return undefined;
  if (type === GraphQLID) return node.kind === Kind.INT ? node.value : undefined;
  const number = Number(node.value);
  if (type === GraphQLFloat) return Number.isFinite(number) ? number : undefined;
  return type === GraphQLInt && node.kind === Kind.INT && (number | 0) === number ? number : undefined;
}

function typeNode(type: GraphQLInputType): TypeNode {
  const bare = getNullableType<GraphQLInputType>(type);
  const named = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: String(bare) } } as const;
  return bare === type ? named : { kind: Kind.NON_NULL_TYPE, type: named };
}
