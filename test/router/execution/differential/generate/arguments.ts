import {
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  type ArgumentNode,
  type GraphQLField,
  type GraphQLInputType,
  type ValueNode,
} from "graphql";
import type { Choices } from "./choices.ts";
import type { Variables } from "./variables.ts";

const name = (value: string) => ({ kind: Kind.NAME, value }) as const;

/** Ids that mostly mean something. */
const ids = ["b1", "t1", "p1", "p2", "o1", "o2", "r1", "r5", "k1", "c1", "w1", "b2", "none"];

/** A value, as JSON for variables and as a literal for documents. */
export interface Value {
  json: unknown;
  node: ValueNode;
}

/** Arguments for a field: all required ones, some optional ones, as literals or variables. */
export function chooseArguments(
  field: GraphQLField<unknown, unknown>,
  choices: Choices,
  variables: Variables,
): ArgumentNode[] {
  const nodes: ArgumentNode[] = [];
  for (const argument of field.args) {
    const isRequired = isNonNullType(argument.type) && argument.defaultValue === undefined;
    if (!isRequired && !choices.chance(45)) continue;
    const value = choices.chance(45)
      ? variables.use(argument.type, argument.defaultValue !== undefined)
      : chooseValue(argument.type, choices, 0, variables).node;
    nodes.push({ kind: Kind.ARGUMENT, name: name(argument.name), value });
  }
  return nodes;
}

/** A valid value of the type. Variables may be used inside literals when they are given. */
function chooseValue(type: GraphQLInputType, choices: Choices, depth: number, variables?: Variables): Value {
  if (depth > 0 && variables && choices.chance(15)) {
    return { json: null, node: variables.use(type, false) };
  }
  return chooseNonNull(isNonNullType(type) ? type.ofType : type, choices, depth, variables);
}

/** Sometimes null, where the type allows it. */
export function chooseNullable(type: GraphQLInputType, choices: Choices): Value {
  const isNull = !isNonNullType(type) && choices.chance(20);
  return isNull ? { json: null, node: { kind: Kind.NULL } } : chooseValue(type, choices, 0);
}

function chooseNonNull(
  type: Exclude<GraphQLInputType, { __nonNull: never }>,
  choices: Choices,
  depth: number,
  variables?: Variables,
): Value {
  if (isListType(type)) {
    const items = Array.from({ length: choices.below(3) }, () =>
      chooseValue(type.ofType, choices, depth + 1, variables),
    );
    return {
      json: items.map((item) => item.json),
      node: { kind: Kind.LIST, values: items.map((item) => item.node) },
    };
  }
  if (isEnumType(type)) {
    const value = choices.of(type.getValues()).name;
    return { json: value, node: { kind: Kind.ENUM, value } };
  }
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter((field) => {
      const isRequired = isNonNullType(field.type) && field.defaultValue === undefined;
      return isRequired || (depth < 2 && choices.chance(40));
    });
    const values = fields.map(
      (field) => [field.name, chooseValue(field.type, choices, depth + 1, variables)] as const,
    );
    return {
      json: Object.fromEntries(values.map(([key, value]) => [key, value.json])),
      node: {
        kind: Kind.OBJECT,
        fields: values.map(([key, { node }]) => ({ kind: Kind.OBJECT_FIELD, name: name(key), value: node })),
      },
    };
  }
  return chooseScalar(String(type), choices);
}

function chooseScalar(typename: string, choices: Choices): Value {
  if (typename === "Int" || typename === "Float") {
    const json = choices.below(4);
    return { json, node: { kind: Kind.INT, value: String(json) } };
  }
  if (typename === "Boolean") {
    const json = choices.below(2) === 1;
    return { json, node: { kind: Kind.BOOLEAN, value: json } };
  }
  const texts = ["a", 'quote " and \\ and \n', "", "isbn-b1", "isbn-b2", "p2@toy.test", "product b1", "é 🚀"];
  const json = typename === "ID" ? choices.of(ids) : choices.of(texts);
  return { json, node: { kind: Kind.STRING, value: json } };
}
