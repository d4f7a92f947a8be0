import type { StoredOperation } from "../operations/registry.ts";
import type { Use } from "./limits.ts";
import { isPageField } from "./page-reads.ts";

/** Longest id of an app. Calls count before their input is validated, and counters are named by the app. */
const maxAppId = 64;

/** The uses of a stored operation's request: one unit, whatever the size of its response. */
export function usesOf(operation: StoredOperation, input: Record<string, unknown>): Use[] {
  const { appId } = input;
  return [
    {
      access: operation.access,
      appId: typeof appId === "string" && appId.length <= maxAppId ? appId : null,
      units: 1,
      isPageField: isPageField(operation.kind, operation.rootField.name),
    },
  ];
}
