import type { CallContext } from "../../src/context.ts";
import type { GraphExecutor } from "../execution/graph-executor.ts";
import type { StoredOperation } from "../operations/registry.ts";

/** Most values, and most characters, of an input that is still passed on for its audit row. */
const maxValues = 1_000;
const maxCharacters = 20_000;

/**
 * Leaves the audit row of a refused write, or of a refused read for administrators, as the GraphQL door does: the subgraph
 * refuses the field by the same rule and records that. Passes on small inputs only and validates none, so that a refused
 * request stays cheap. A large one leaves no row. Never throws.
 */
export async function traceRefusal(
  executor: GraphExecutor,
  operation: StoredOperation,
  input: Record<string, unknown>,
  call: CallContext,
): Promise<void> {
  const isAudited = operation.kind === "mutation" || operation.access.auth === "admin";
  if (!isAudited || !isSmall(input)) return;
  try {
    await executor.execute({
      document: operation.document,
      variables: operation.toVariables(input),
      operationName: operation.row.name,
      call,
    });
  } catch {
    // The cause may quote the input.
    call.log.warn({ requestId: call.requestId }, "a refused request left no audit row");
  }
}

function isSmall(input: unknown): boolean {
  let [values, characters] = [0, 0];
  const waiting: unknown[] = [input];
  while (waiting.length > 0) {
    const value = waiting.pop();
    values++;
    if (typeof value === "string") characters += value.length;
    if (values > maxValues || characters > maxCharacters) return false;
    if (typeof value !== "object" || value === null) continue;
    const [names, inner] = [Object.keys(value), Object.values(value) as unknown[]];
    if (names.length > maxValues) return false;
    if (!Array.isArray(value)) characters += names.join("").length;
    waiting.push(...inner);
  }
  return true;
}
