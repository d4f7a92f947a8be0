import {
  getVariableValues,
  isInputType,
  Kind,
  print,
  typeFromAST,
  type GraphQLError,
  type GraphQLSchema,
  type VariableDefinitionNode,
} from "graphql";
import { SharedByText } from "../../src/concurrency/shared-by-text.ts";
import { prototypeKey } from "../../src/text/reserved-names.ts";
import { compileInput, unfit, type CoerceInput } from "./coerce-input.ts";
import type { DocumentNames } from "./shape/document-names.ts";

/** Coerced variables, or all their faults: the result of graphql-js's `getVariableValues`. */
export type CoercedVariables =
  | { coerced: Record<string, unknown>; errors?: never }
  | { errors: readonly GraphQLError[]; coerced?: never };

type CoerceVariables = (raw: Record<string, unknown>) => CoercedVariables;

interface CompiledVariable {
  name: string;
  coerce: CoerceInput;
}

/** Maximum number of faults per request that graphql-js collects. */
const maxErrors = 20;

/**
 * Compiles the coercion of an operation's variables, and adds those that take the places of its literals. An omitted
 * variable, or a value that does not fit, makes graphql-js coerce all of them and report the faults.
 */
export function compileVariables(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  { constants, prototypeVariable }: Pick<DocumentNames, "constants" | "prototypeVariable">,
): CoerceVariables {
  const fixed = [...constants];
  if (prototypeVariable !== null) return coerceWithPrototype(schema, definitions, fixed, prototypeVariable);
  if (fixed.length > 0) return coercePlain(schema, definitions, fixed);
  let shared = withoutLiterals.get(schema);
  if (!shared) withoutLiterals.set(schema, (shared = new SharedByText()));
  const text = definitions.map(print).join(" ");
  return shared.find(text, () => coercePlain(schema, definitions, fixed)).value;
}

/** Documents that declare the same variables, and have no literals, share the code that coerces them. */
const withoutLiterals = new WeakMap<GraphQLSchema, SharedByText<CoerceVariables>>();

function coercePlain(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  fixed: readonly (readonly [string, unknown])[],
): CoerceVariables {
  const coerceAll: CoerceVariables = (raw) => {
    const values = getVariableValues(schema, definitions, raw, { maxErrors });
    if (values.coerced) for (const [name, value] of fixed) values.coerced[name] = value;
    return values;
  };
  const compiled: CompiledVariable[] = [];
  for (const definition of definitions) {
    const type = typeFromAST(schema, definition.type as never);
    if (!isInputType(type)) return coerceAll;
    compiled.push({ name: definition.variable.name.value, coerce: compileInput(type) });
  }
  return (raw) => {
    const coerced: Record<string, unknown> = {};
    for (let index = 0; index < compiled.length; index++) {
      const { name, coerce } = compiled[index]!;
      // A variable may be named "constructor": only own properties count.
      const value = Object.hasOwn(raw, name) ? coerce(raw[name]) : unfit;
      if (value === unfit) return coerceAll(raw);
      coerced[name] = value;
    }
    for (let index = 0; index < fixed.length; index++) coerced[fixed[index]![0]] = fixed[index]![1];
    return { coerced };
  };
}

/** graphql-js cannot store a variable named `__proto__`: its value is coerced under the name that it has in the plan. */
function coerceWithPrototype(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  fixed: readonly (readonly [string, unknown])[],
  planName: string,
): CoerceVariables {
  const own = definitions.filter(({ variable }) => variable.name.value === prototypeKey);
  const name = { kind: Kind.NAME, value: planName } as const;
  const renamed = own.map((definition) => ({ ...definition, variable: { ...definition.variable, name } }));
  return (raw) => {
    const values = getVariableValues(schema, definitions, raw, { maxErrors });
    if (values.errors) return values;
    const given = Object.hasOwn(raw, prototypeKey) ? { [planName]: raw[prototypeKey] } : {};
    const { coerced = {} } = getVariableValues(schema, renamed, given, { maxErrors });
    const all = Object.create(null) as Record<string, unknown>;
    Object.assign(all, values.coerced, coerced, Object.fromEntries(fixed));
    // A `@defer` names the variable as the client does.
    if (Object.hasOwn(coerced, planName)) all[prototypeKey] = coerced[planName];
    return { coerced: all };
  };
}
