import { splitArguments } from "./control-arguments.ts";
import type { Price } from "./prices.ts";
import type { ToolEntry } from "./tool.types.ts";
import { stripUnseen } from "./untrusted-text.ts";

/** Amounts and recipients are shown first. */
const foremost = [
  "amount",
  "total",
  "currency",
  "client",
  "clientEmail",
  "email",
  "to",
  "recipient",
  "payee",
];
const maxArguments = 12;
const maxValueLength = 500;

/**
 * The summary that a person sees before confirming a call: its effect, its arguments and its price in credits.
 * Control characters are removed, each argument takes one line, and omissions are stated.
 */
export function summarizeCall(entry: ToolEntry, args: Record<string, unknown>, price: Price | null): string {
  const rank = (name: string) => (foremost.includes(name) ? foremost.indexOf(name) : foremost.length);
  const { tool, operation } = entry;
  const { input, control } = splitArguments(entry, args);
  const named = control.fileId === null ? input : { ...input, fileId: control.fileId };
  const shown = Object.entries(named).sort(([a], [b]) => rank(a) - rank(b));
  const lines = shown.slice(0, maxArguments).map(([name, value]) => `- ${name}: ${oneLine(value)}`);
  const rest = shown.length - lines.length;
  return [
    `${tool.title}: ${operation.description}`,
    ...lines,
    ...(rest > 0 ? [`- and ${rest} more ${rest === 1 ? "argument" : "arguments"}`] : []),
    ...priceLine(price, operation.access.byUse === true),
  ].join("\n");
}

function priceLine(price: Price | null, isByUse: boolean): string[] {
  if (price === null || price.credits === 0) return [];
  if (price.credits === null) return ["The price is not available."];
  return [`It costs ${price.credits} credits${isByUse ? " for each unit used" : ""}.`];
}

function oneLine(value: unknown): string {
  const text = stripUnseen(typeof value === "string" ? value : JSON.stringify(value)).replaceAll(/\s+/g, " ");
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength - 1)}…` : text;
}
