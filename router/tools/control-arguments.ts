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
    description: "Send the same key again to get the first answer instead of a second effect.",
  },
  dryRun: {
    type: "boolean",
    description: "Checks access, arguments and price, and does nothing.",
  },
  confirm: {
    type: "boolean",
    description: "True when the person has agreed already; otherwise they may be asked.",
  },
  allowDuplicate: {
    type: "boolean",
    description: "True to do it again although the very same call was made within two minutes.",
  },
};

export interface ControlArguments {
  idempotencyKey?: unknown;
  dryRun: boolean;
  confirm: boolean;
  allowDuplicate: boolean;
  /** File that stands for the tool's own argument; null when none was named. */
  fileId: string | null;
}

/**
 * Tells apart what a call does and how it is made. What the tool does not take stays in the input, to be
 * refused there.
 */
export function splitArguments(
  { controls, takesFile }: Pick<ToolEntry, "controls" | "takesFile">,
  args: Record<string, unknown>,
): { input: Record<string, unknown>; control: ControlArguments; faults: FieldFault[] } {
  const input: Record<string, unknown> = {};
  const given: Partial<Record<ControlName, unknown>> = {};
  for (const [name, value] of Object.entries(args)) {
    if (controls.has(name as ControlName)) given[name as ControlName] = value;
    else input[name] = value;
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

/** Schema of the argument that names a file instead of its content. */
export function fileIdSchema({ as, types }: FileArgument): JsonSchema {
  const kinds = types.map((type) => type.split("/")[1]!).join(", ");
  return {
    type: "string",
    minLength: 1,
    maxLength: 64,
    description: `A file (${kinds}) that upload_file gave this id, instead of ${as}.`,
  };
}

/** Takes the file's id out of the input: it is for the door, and stands alone. */
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
    faults.push({ path: "fileId", message: `cannot be given beside ${as}`, rule: "exclusive" });
  return String(fileId);
}
