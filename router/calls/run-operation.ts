import { refuseReadOnlyKey } from "../../src/access/rules.ts";
import type { CallContext } from "../../src/context.ts";
import { validationError, type FieldFault } from "../../src/errors.ts";
import { subgraphError } from "../../src/graphql/subgraph-error.ts";
import type { GraphExecutor } from "../execution/graph-executor.ts";
import type { StoredOperation } from "../operations/registry.ts";
import { noteRun } from "./request-note.ts";
import { traceRefusal } from "./trace-refusal.ts";

/** The result of a door's parsing: the operation's input, and the faults that only that door can detect. */
export interface DoorInput {
  input: Record<string, unknown>;
  faults: FieldFault[];
}

/**
 * Runs a stored operation for a door that answers with a body of its own (REST, tools): the root field's value,
 * with `success: true` where the documented body has it. Throws a DomainError for every refusal. The principal is
 * admitted before the input is validated: refused requests cost no validation.
 */
export async function runOperation(
  executor: GraphExecutor,
  operation: StoredOperation,
  { input, faults }: DoorInput,
  call: CallContext,
): Promise<unknown> {
  noteRun(call, operation, input);
  await admitOrTrace(executor, operation, input, call);
  const allFaults = [...faults, ...operation.validateInput(input)];
  if (allFaults.length > 0) throw validationError(allFaults);
  const result = await executor.execute({
    document: operation.document,
    variables: operation.toVariables(input),
    operationName: operation.row.name,
    call,
  });
  if (result.errors?.[0]) throw subgraphError(result.errors[0]);
  const value = result.data?.[operation.rootKey];
  const { family, bodyKey } = operation.row;
  const body = bodyKey ? { [bodyKey]: value } : value;
  return family === "success" ? { success: true, ...(body as object) } : body;
}

/** As `admit`; refusals that are audited leave their row. */
export async function admitOrTrace(
  executor: GraphExecutor,
  operation: StoredOperation,
  input: Record<string, unknown>,
  call: CallContext,
): Promise<void> {
  try {
    admit(operation, call);
  } catch (refusal) {
    await traceRefusal(executor, operation, input, call);
    throw refusal;
  }
}

/** Throws the refusal of a principal whom the operation's root field would not admit. */
export function admit(operation: StoredOperation, call: CallContext): void {
  const readOnly = operation.kind === "mutation" ? refuseReadOnlyKey(call) : null;
  const refusal = readOnly ?? operation.rule.check({ ctx: call, parent: null, args: {} });
  if (refusal) throw refusal;
}
