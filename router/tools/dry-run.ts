import type { CallContext } from "../../src/context.ts";
import { validationError, type FieldFault } from "../../src/errors.ts";
import { admit } from "../calls/run-operation.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import { confirmationSchema } from "./confirmations.ts";
import type { Prices } from "./prices.ts";
import type { ToolEntry } from "./tool.types.ts";

/** The result of a dry run. */
export const dryRunSchema: JsonSchema = {
  type: "object",
  properties: {
    dryRun: { type: "boolean", const: true },
    tool: { type: "string" },
    wouldDo: { type: "string" },
    arguments: { type: "object" },
    cost: {
      type: ["object", "null"],
      properties: { operation: { type: "string" }, credits: { type: ["number", "null"] } },
    },
    checked: { type: "array", items: { type: "string" } },
    notChecked: { type: "string" },
    confirmation: confirmationSchema,
  },
  required: ["dryRun", "tool", "wouldDo", "arguments", "cost", "checked", "notChecked"],
};

/**
 * Reports the effect of a call without executing it: access, faults of the arguments and the price are checked
 * as for the real call. Existence and state of the object are not; the result says so.
 */
export async function dryRun(
  entry: ToolEntry,
  { input, faults }: { input: Record<string, unknown>; faults: readonly FieldFault[] },
  call: CallContext,
  prices: Prices,
): Promise<Record<string, unknown>> {
  const { operation, tool } = entry;
  admit(operation, call);
  const all = [...faults, ...operation.validateInput(input)];
  if (all.length > 0) throw validationError(all);
  return {
    dryRun: true,
    tool: tool.name,
    wouldDo: operation.description,
    arguments: input,
    cost: await prices.of(entry, call),
    checked: ["access", "arguments", "price"],
    notChecked: "The real call also checks whether the object exists and its status allows the change.",
  };
}
