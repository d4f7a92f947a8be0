import type { FieldFault } from "../../src/errors.ts";
import type { FileArgument } from "../operations/operation.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import type { ControlName, ToolEntry } from "./tool.types.ts";

/** Schemas of the arguments that say how to call. */
export const controlSchemas: Readonly<Record<ControlName, JsonSchema>> = {
  idempotencyKey: {
    type: "string",
    minLength: 1,
    maxLength: 255,
    description: "Idempotency key. A repeated call with the same key returns the first result.",
  },
  dryRun: {
    type: "boolean",
    description: "Only checks access, arguments and price, without any change.",
  },
  confirm: {
    type: "boolean",
    description:
      "True when the person has already agreed. Otherwise they may be asked. Ignored by tools that take confirmationId.",
  },
  confirmationId: {
    type: "string",
    minLength: 1,
    maxLength: 1000,
    description:
      "ID from the CONFIRMATION_REQUIRED error of the same call. Send it only after the person has seen the summary and agreed.",
  },
  allowDuplicate: {
    type: "boolean",
    description: "True to repeat a call that was made in the last two minutes.",
  },
};

export interface ControlArguments {
  idempotencyKey?: unknown;
  dryRun: boolean;
  confirm: boolean;
  /** Id of the confirmation that the call claims to have. */
  confirmationId: string | null;
  allowDuplicate: boolean;
  /** File to use as the tool's own argument; null without one. */
  fileId: string | null;
}

/** Unknown arguments are refused, so that more of them than a response lists need not be kept. */
const maxUnknown = 100;

/**
 * Separates control arguments from the tool's input. Unknown arguments stay in the input, to be refused there;
 * but `confirm` of a tool that requires a confirmation is dropped: the model writes it, so it proves nothing.
 */
export function splitArguments(
  entry: Pick<ToolEntry, "controls" | "takesFile" | "needsConfirmation" | "operation">,
  args: Record<string, unknown>,
): { input: Record<string, unknown>; control: ControlArguments; faults: FieldFault[] } {
  const { controls, takesFile } = entry;
  // An argument named like an inherited member is one like any other, and refused like any other that is not known.
  const input = Object.create(null) as Record<string, unknown>;
  const given: Partial<Record<ControlName, unknown>> = {};
  const known = entry.operation.inputSchema["properties"] ?? {};
  let unknown = 0;
  for (const [name, value] of Object.entries(args)) {
    if (controls.has(name as ControlName)) given[name as ControlName] = value;
    else if (name === "confirm" && dropsConfirm(entry)) continue;
    else if (Object.hasOwn(known, name) || ++unknown <= maxUnknown) input[name] = value;
  }
  const faults: FieldFault[] = [];
  const fileId = takesFile === null ? null : takeFileId(input, takesFile, faults);
  const read = (name: "dryRun" | "confirm" | "allowDuplicate"): boolean => {
    const value = given[name] ?? false;
    if (typeof value !== "boolean") faults.push({ path: name, message: "must be a boolean", rule: "type" });
    return value === true;
  };
  const control = {
    dryRun: read("dryRun"),
    confirm: read("confirm"),
    confirmationId: readConfirmationId(given.confirmationId, faults),
    allowDuplicate: read("allowDuplicate"),
    fileId,
  };
  const { idempotencyKey } = given;
  return {
    input,
    control: { ...control, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) },
    faults,
  };
}

function dropsConfirm({
  needsConfirmation,
  operation,
}: Pick<ToolEntry, "needsConfirmation" | "operation">): boolean {
  return needsConfirmation && !Object.hasOwn(operation.inputSchema["properties"] ?? {}, "confirm");
}

function readConfirmationId(value: unknown, faults: FieldFault[]): string | null {
  if (value === undefined) return null;
  const { maxLength } = controlSchemas.confirmationId as { maxLength: number };
  if (typeof value === "string" && value.length > 0 && value.length <= maxLength) return value;
  faults.push({
    path: "confirmationId",
    message: `must be a string of 1 to ${maxLength} characters`,
    rule: "type",
  });
  return null;
}

/** Schema of the argument that names a file instead of its content. */
export function fileIdSchema({ as, types }: FileArgument): JsonSchema {
  const kinds = types.map((type) => type.split("/")[1]!).join(", ");
  return {
    type: "string",
    minLength: 1,
    maxLength: 64,
    description: `File ID (${kinds}) from upload_file, instead of ${as}.`,
  };
}

/** Removes the file's id from the input: it is for the door, and must be the only property. */
function takeFileId(
  input: Record<string, unknown>,
  { as }: FileArgument,
  faults: FieldFault[],
): string | null {
  const { fileId } = input;
  if (fileId === undefined) return null;
  delete input["fileId"];
  if (typeof fileId !== "string" || fileId === "" || fileId.length > 64)
    faults.push({ path: "fileId", message: "must be the id of a file", rule: "type" });
  if (input[as] !== undefined)
    faults.push({ path: "fileId", message: `cannot be combined with ${as}`, rule: "exclusive" });
  return String(fileId);
}
