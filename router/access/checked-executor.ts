import { GraphQLError, Kind, type DocumentNode, type ExecutionResult } from "graphql";
import { refuseReadOnlyKey, type Rule } from "../../src/access/rules.ts";
import type { CallContext } from "../../src/context.ts";
import { publicError, type DomainError } from "../../src/errors.ts";
import type { GraphExecutor, GraphRequest, OperationChoice } from "../execution/graph-executor.ts";
import type { Condition } from "../execution/collect-fields.ts";
import { findCheckedUses, type CheckedUse } from "./checked-uses.ts";

interface CheckedOperation {
  uses: readonly CheckedUse[];
  /** Boolean defaults of the variables that conditions may name. */
  defaults: ReadonlyMap<string, boolean>;
}

interface Run extends OperationChoice {
  variables: Record<string, unknown>;
  call: CallContext;
}

/**
 * The executor, with access to fields of subgraphs that do not check it themselves: an operation that selects one
 * which its principal may not read is refused as a whole, before any fetch. A stream ends when its principal loses
 * access. Without rules it is the executor itself.
 */
export function checkAccess(executor: GraphExecutor, rules: ReadonlyMap<string, Rule>): GraphExecutor {
  if (rules.size === 0) return executor;
  const known = new WeakMap<DocumentNode, Map<string, CheckedOperation>>();
  const describe = (choice: OperationChoice): CheckedOperation => {
    const name = choice.operationName ?? "";
    const operations = known.get(choice.document) ?? new Map<string, CheckedOperation>();
    let found = operations.get(name);
    if (!found) {
      const uses = findCheckedUses(executor.publicSchema, rules, choice);
      operations.set(name, (found = { uses, defaults: defaultsOf(choice.document) }));
      known.set(choice.document, operations);
    }
    return found;
  };
  const refusal = (run: Run) => firstRefusal(describe(run), run);
  return {
    publicSchema: executor.publicSchema,
    printedSchema: () => executor.printedSchema(),
    prepare: (choice) => executor.prepare(choice),
    prepared: (choice) => executor.prepared(choice),
    variantKey: (choice) => executor.variantKey(choice),
    execute: (request) => {
      const refused = refusal(request);
      return refused ? toResult(refused, request.call) : executor.execute(request);
    },
    ...(executor.executeInParts && {
      executeInParts: (request: GraphRequest) => {
        const refused = refusal(request);
        return refused ? toResult(refused, request.call) : executor.executeInParts!(request);
      },
    }),
    subscribe: async (request) => {
      const refused = refusal(request);
      if (refused) return { errors: toResult(refused, request.call).errors! };
      const callForEvent = async (): Promise<CallContext> => {
        const call = await request.callForEvent();
        const lost = refusal({ ...request, call });
        if (lost) throw lost.error;
        return call;
      };
      return executor.subscribe({ ...request, callForEvent });
    },
  };
}

interface Refusal {
  error: DomainError;
  coordinate: string;
}

function firstRefusal({ uses, defaults }: CheckedOperation, { call, variables }: Run): Refusal | null {
  const field = { ctx: call, parent: null, args: {} };
  for (const { rule, isWrite, conditions, coordinate } of uses) {
    if (!mayApply(conditions, variables, defaults)) continue;
    const error = (isWrite ? refuseReadOnlyKey(call) : null) ?? rule.check(field);
    if (error) return { error, coordinate };
  }
  return null;
}

/** False only where a condition certainly does not hold. */
function mayApply(
  conditions: readonly Condition[],
  variables: Record<string, unknown>,
  defaults: ReadonlyMap<string, boolean>,
): boolean {
  return conditions.every(({ variable, value }) => {
    const given = Object.hasOwn(variables, variable) ? variables[variable] : defaults.get(variable);
    return given !== !value;
  });
}

/** A default counts only where every operation of the document that declares the variable agrees. */
function defaultsOf(document: DocumentNode): Map<string, boolean> {
  const defaults = new Map<string, boolean>();
  const unclear = new Set<string>();
  for (const node of document.definitions) {
    if (node.kind !== Kind.OPERATION_DEFINITION) continue;
    for (const { variable, defaultValue } of node.variableDefinitions ?? []) {
      const name = variable.name.value;
      const value = defaultValue?.kind === Kind.BOOLEAN ? defaultValue.value : null;
      if (value === null || (defaults.has(name) && defaults.get(name) !== value)) unclear.add(name);
      else defaults.set(name, value);
    }
  }
  for (const name of unclear) defaults.delete(name);
  return defaults;
}

function toResult({ error, coordinate }: Refusal, call: CallContext): ExecutionResult {
  const { error: message, code, details, status } = publicError(error, call.requestId);
  const extensions = { code, details: { ...details, field: coordinate }, http: { status } };
  return { data: null, errors: [new GraphQLError(message, { extensions })] };
}
