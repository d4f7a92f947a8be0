import {
  GraphQLError,
  isNonNullType,
  Kind,
  type DocumentNode,
  type ExecutionResult,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from "graphql";
import { ruleFromFacts } from "../../src/access/rule-from-facts.ts";
import { refuseReadOnlyKey, type Rule } from "../../src/access/rules.ts";
import type { CallContext } from "../../src/context.ts";
import { publicError } from "../../src/errors.ts";
import { isPromise, type MaybePromise } from "../../src/concurrency/maybe-promise.ts";
import { collectFields, type Condition } from "../execution/collect-fields.ts";
import type { SupergraphFacts } from "../schema/supergraph-facts.ts";

/** One field of the root, by response key. */
interface Root {
  key: string;
  /** Null where everybody is admitted. */
  rule: Rule | null;
  /** True for `__typename`, which every principal may read and which takes no input. */
  isTypeName: boolean;
  isNonNull: boolean;
  /** The conditions of each occurrence; the field runs when all conditions of one occurrence are met. */
  conditions: readonly (readonly Condition[])[];
}

/** Who may use an operation's root fields. */
export interface Roots {
  typeName: string;
  fields: readonly Root[];
  isWrite: boolean;
  isStream: boolean;
  /** Boolean defaults of the variables that conditions may name. */
  defaults: ReadonlyMap<string, boolean>;
}

const knownRoots = new WeakMap<OperationDefinitionNode, Roots>();

/**
 * The response when the principal may use none of the operation's root fields; null when at least one is
 * admitted. It needs no valid input, so a client without access cannot make the router validate any.
 */
export function refuseRoots(
  schema: GraphQLSchema,
  facts: Pick<SupergraphFacts, "accessOf">,
  { document, operation }: { document: DocumentNode; operation: OperationDefinitionNode },
  variables: Record<string, unknown>,
  call: CallContext,
): ExecutionResult | null {
  let roots = knownRoots.get(operation);
  if (!roots) {
    roots = readRoots(schema, facts, document, operation);
    knownRoots.set(operation, roots);
  }
  return refuseAllOf(roots, variables, call);
}

/** True when every request is admitted, whatever its principal and variables. */
export function admitsEverybody({ isWrite, fields }: Roots): boolean {
  const isOpen = ({ rule, isTypeName, conditions }: Root) =>
    !isTypeName && rule === null && conditions.some((all) => all.length === 0);
  return !isWrite && fields.some(isOpen);
}

/** As `refuseRoots`. */
export function refuseAllOf(
  roots: Roots,
  variables: Record<string, unknown>,
  call: CallContext,
): ExecutionResult | null {
  const readOnly = roots.isWrite ? refuseReadOnlyKey(call) : null;
  const field = { ctx: call, parent: null, args: {} };
  const errors: GraphQLError[] = [];
  for (const root of roots.fields) {
    if (root.isTypeName || !isActive(root, roots, variables)) continue;
    const refusal = readOnly ?? root.rule?.check(field) ?? null;
    if (!refusal) return null;
    const { error, code, details, status } = publicError(refusal, call.requestId);
    const path = roots.isStream ? null : [root.key];
    errors.push(new GraphQLError(error, { path, extensions: { code, details, http: { status } } }));
  }
  if (errors.length === 0) return null;
  return roots.isStream ? { errors } : { errors, data: dataOf(roots, variables) };
}

/** The most values in variables with which an operation that will be refused still runs. */
const maxRecordedValues = 1_000;

/**
 * Runs an admitted operation. A refused one runs as well, unless it is a subscription or its variables contain
 * too many values: the subgraphs refuse it again and record the denied attempt. When its input is invalid too,
 * the refusal is still the response.
 */
export function runOrRefuse(
  { operation, refusal }: { operation: OperationDefinitionNode; refusal: ExecutionResult | null },
  variables: Record<string, unknown>,
  run: () => MaybePromise<ExecutionResult>,
): MaybePromise<ExecutionResult> {
  if (!refusal) return run();
  if (operation.operation === "subscription" || countValues(variables) > maxRecordedValues) return refusal;
  const choose = (result: ExecutionResult): ExecutionResult => (isInputFault(result) ? refusal : result);
  const result = run();
  return isPromise(result) ? result.then(choose) : choose(result);
}

function isInputFault({ data, errors = [] }: ExecutionResult): boolean {
  if (data === undefined) return true;
  return errors.some(({ extensions }) => extensions["code"] === "VALIDATION_ERROR");
}

/** Counts no further than the bound. */
function countValues(value: unknown): number {
  const open: unknown[] = [value];
  let count = 0;
  while (open.length > 0 && count <= maxRecordedValues) {
    const next = open.pop();
    count += 1;
    if (typeof next !== "object" || next === null) continue;
    const inner: unknown[] = Array.isArray(next) ? next : Object.values(next);
    if (inner.length > maxRecordedValues) return inner.length;
    open.push(...inner);
  }
  return count;
}

export function readRoots(
  schema: GraphQLSchema,
  facts: Pick<SupergraphFacts, "accessOf">,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Roots {
  const type = schema.getRootType(operation.operation);
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  }
  const sets = [operation.selectionSet];
  const collected = type ? collectFields(sets, type, { schema, fragments }) : new Map<string, never>();
  const fields = [...collected].map(([key, occurrences]): Root => {
    const name = occurrences[0]!.node.name.value;
    const access = type && facts.accessOf(type.name, name);
    return {
      key,
      rule: access ? ruleFromFacts(access) : null,
      isTypeName: name === "__typename",
      isNonNull: isNonNullType(type?.getFields()[name]?.type),
      conditions: occurrences.map(({ conditions }) => conditions),
    };
  });
  const defaults = new Map<string, boolean>();
  for (const { variable, defaultValue } of operation.variableDefinitions ?? []) {
    if (defaultValue?.kind === Kind.BOOLEAN) defaults.set(variable.name.value, defaultValue.value);
  }
  return {
    typeName: type?.name ?? "",
    fields,
    isWrite: operation.operation === "mutation",
    isStream: operation.operation === "subscription",
    defaults,
  };
}

function isActive({ conditions }: Root, { defaults }: Roots, variables: Record<string, unknown>): boolean {
  return conditions.some((all) =>
    all.every(({ variable, value }) => {
      const given = Object.hasOwn(variables, variable) ? variables[variable] : defaults.get(variable);
      return given === value;
    }),
  );
}

/** Null for each refused field; null altogether where a field may not be null. */
function dataOf(roots: Roots, variables: Record<string, unknown>): Record<string, unknown> | null {
  const active = roots.fields.filter((root) => isActive(root, roots, variables));
  if (active.some(({ isNonNull, isTypeName }) => isNonNull && !isTypeName)) return null;
  return Object.fromEntries(
    active.map(({ key, isTypeName }) => [key, isTypeName ? roots.typeName : null] as const),
  );
}
