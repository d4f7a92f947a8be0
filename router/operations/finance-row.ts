import type { OperationRow, RestDoor, ToolDoor } from "./operation.ts";

/** The rows of this app differ in these facts alone. */
export function financeRow(
  name: string,
  field: OperationRow["field"],
  rest: Omit<RestDoor, "needsApp">,
  tool: ToolDoor,
): OperationRow {
  return {
    name,
    field,
    documented: false,
    family: "bare",
    rest: { ...rest, path: `/finance${rest.path}`, needsApp: true },
    tool,
  };
}
