import type { OperationRow, RestDoor, ToolDoor } from "./operation.ts";

/** The rows of this app differ in these facts alone. */
export function callerRow(
  name: string,
  field: OperationRow["field"],
  rest: Omit<RestDoor, "needsApp">,
  tool?: ToolDoor,
): OperationRow {
  const doors = { rest: { ...rest, needsApp: true }, ...(tool ? { tool } : {}) };
  return { name, field, documented: false, family: "bare", ...doors };
}
