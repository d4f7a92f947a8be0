import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { UsageError } from "./usage-error.ts";
import { readJson } from "./tool-arguments.ts";

/** The value itself, the content of `@file`, or standard input for `-`. */
export async function readText(value: string): Promise<string> {
  if (value === "-") return text(process.stdin);
  if (!value.startsWith("@")) return value;
  return readFile(value.slice(1), "utf8").catch((cause: unknown) => {
    throw new UsageError(`Cannot read ${value.slice(1)}.`, { cause });
  });
}

/** A JSON object given as text, `@file` or `-`. Throws UsageError. */
export async function readObject(value: string | undefined, flag: string): Promise<Record<string, unknown>> {
  if (value === undefined) return {};
  const parsed = readJson(await readText(value), flag);
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    throw new UsageError(`${flag} must be a JSON object.`);
  return parsed as Record<string, unknown>;
}
