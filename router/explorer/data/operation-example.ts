import type { StoredOperation } from "../../operations/registry.ts";
import { exampleInput } from "../../tools/example-input.ts";
import type { OperationDocs } from "./docs.types.ts";

/** Example arguments of an operation for samples. Null if none can be generated. */
export function exampleOf(operation: StoredOperation): OperationDocs["example"] {
  const { row, access, area, inputSchema } = operation;
  const made = row.tool?.example ?? exampleInput(inputSchema);
  if (!made) return null;
  const properties = (inputSchema["properties"] ?? {}) as Record<string, unknown>;
  // An existing app, so that the sample works unchanged.
  const appId = access.app ?? area.app ?? "central";
  const input = "appId" in properties && "appId" in made ? { ...made, appId } : made;
  return { input, variables: operation.toVariables(input) };
}
