import type { GraphQLFormattedError } from "graphql";
import { ruleFromFacts } from "../src/access/rules.ts";
import type { CallContext } from "../src/context.ts";
import {
  DomainError,
  errorStatus,
  validationError,
  type ErrorCode,
  type ErrorDetails,
  type FieldFault,
} from "../src/errors.ts";
import type { GraphExecutor } from "./execute.ts";
import type { StoredOperation } from "./operations/registry.ts";

/** What a door read from a call: the operation's input, and the faults only that door can see. */
export interface DoorInput {
  input: Record<string, unknown>;
  faults: FieldFault[];
}

/**
 * Runs a stored operation for a door that answers with a body of its own (REST, tools): the root field's value,
 * with `success: true` where the documented body has it. Throws a DomainError for every refusal. Who may call
 * is told before what is wrong with the input.
 */
export async function runOperation(
  executor: GraphExecutor,
  operation: StoredOperation,
  { input, faults }: DoorInput,
  call: CallContext,
): Promise<unknown> {
  const allFaults = [...faults, ...operation.validateInput(input)];
  if (allFaults.length > 0) {
    admit(operation, call);
    throw validationError(allFaults);
  }
  const result = await executor.execute({
    document: operation.document,
    variables: operation.toVariables(input),
    operationName: operation.row.name,
    call,
  });
  if (result.errors?.[0]) throw toDomainError(result.errors[0]);
  const value = result.data?.[operation.rootKey];
  return operation.row.family === "success" ? { success: true, ...(value as object) } : value;
}

/** Throws the refusal of a caller whom the operation's root field would not admit. */
export function admit(operation: StoredOperation, call: CallContext): void {
  const refusal = ruleFromFacts(operation.access).check({ ctx: call, parent: null, args: {} });
  if (refusal) throw refusal;
}

/** The refusal that a GraphQL error carries. Faults of the graph's own machinery become INTERNAL_ERROR. */
export function toDomainError(error: Pick<GraphQLFormattedError, "message" | "extensions">): DomainError {
  const { code, details, http } = (error.extensions ?? {}) as {
    code?: string;
    details?: ErrorDetails;
    http?: { status?: number };
  };
  const isKnown = code !== undefined && (code in errorStatus || code === "INSUFFICIENT_CREDITS");
  if (!isKnown)
    return new DomainError("INTERNAL_ERROR", "Something went wrong on our side.", {}, { cause: error });
  return new DomainError(
    code as ErrorCode,
    error.message,
    details ?? {},
    http?.status ? { status: http.status } : {},
  );
}
