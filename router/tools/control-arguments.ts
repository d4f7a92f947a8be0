import type { FieldFault } from "../../src/errors.ts";
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
}

/** Tells apart what a call does and how it is made. What the tool does not take stays in the input, to be refused there. */
export function splitArguments(
  { controls }: Pick<ToolEntry, "controls">,
  args: Record<string, unknown>,
): { input: Record<string, unknown>; control: ControlArguments; faults: FieldFault[] } {
  const input: Record<string, unknown> = {};
  const given: Partial<Record<ControlName, unknown>> = {};
  for (const [name, value] of Object.entries(args)) {
    if (controls.has(name as ControlName)) given[name as ControlName] = value;
    else input[name] = value;
  }
  const faults: FieldFault[] = [];
  const read = (name: "dryRun" | "confirm" | "allowDuplicate"): boolean => {
    const value = given[name] ?? false;
    if (typeof value !== "boolean") faults.push({ path: name, message: "must be a boolean", rule: "type" });
    return value === true;
  };
  const control = {
    dryRun: read("dryRun"),
    confirm: read("confirm"),
    allowDuplicate: read("allowDuplicate"),
  };
  const { idempotencyKey } = given;
  return {
    input,
    control: { ...control, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) },
    faults,
  };
}
