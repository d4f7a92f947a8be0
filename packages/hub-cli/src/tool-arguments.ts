import { parseArgs } from "node:util";
import { UsageError } from "./usage-error.ts";

/** JSON Schema of a tool's input, or of one argument. */
export interface ArgumentSchema {
  type?: string | readonly string[];
  description?: string;
  enum?: readonly unknown[];
  properties?: Record<string, ArgumentSchema>;
  required?: readonly string[];
}

/** `clientId` as the flag `client-id`. */
function flagOf(name: string): string {
  return name.replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2").toLowerCase();
}

/**
 * The arguments that flags and `--json` give. A flag has the name of its argument, with or without hyphens. Lists and
 * objects are JSON; a flag that is repeated gives a list. Throws UsageError for an unknown flag or a wrong value.
 */
export function readArguments(
  words: readonly string[],
  schema: ArgumentSchema,
  json: Record<string, unknown>,
): Record<string, unknown> {
  const properties = Object.entries(schema.properties ?? {});
  const options: Record<string, { type: "string" | "boolean"; multiple: true }> = {};
  const names = new Map<string, string>();
  for (const [name, own] of properties) {
    for (const flag of new Set([flagOf(name), name])) {
      options[flag] = { type: isOfType(own, "boolean") ? "boolean" : "string", multiple: true };
      names.set(flag, name);
    }
  }
  const given = new Map(Object.entries(json));
  for (const [flag, values] of Object.entries(parse(words, options))) {
    const name = names.get(flag)!;
    given.set(name, valueOf(flag, values, schema.properties![name]!));
  }
  return Object.fromEntries(given);
}

function parse(
  words: readonly string[],
  options: Record<string, { type: "string" | "boolean"; multiple: true }>,
): Record<string, readonly (string | boolean)[]> {
  try {
    const { values } = parseArgs({ args: [...words], options, allowNegative: true, strict: true });
    return values as Record<string, readonly (string | boolean)[]>;
  } catch (error) {
    const flag = /'(--?[\w-]+)/.exec((error as Error).message)?.[1];
    const isUnknown = (error as NodeJS.ErrnoException).code === "ERR_PARSE_ARGS_UNKNOWN_OPTION";
    throw new UsageError(
      isUnknown
        ? `The tool has no argument ${flag}. Add --help to list its arguments.`
        : (error as Error).message,
      { cause: error },
    );
  }
}

function valueOf(flag: string, values: readonly (string | boolean)[], schema: ArgumentSchema): unknown {
  const last = values.at(-1)!;
  if (typeof last === "boolean") return last;
  const isList = isOfType(schema, "array");
  if (isList && (values.length > 1 || !last.trimStart().startsWith("["))) return values;
  if (isList || isOfType(schema, "object")) return readJson(last, `--${flag}`);
  if (isOfType(schema, "number") || isOfType(schema, "integer")) {
    const number = Number(last);
    if (last.trim() === "" || !Number.isFinite(number)) throw new UsageError(`--${flag} must be a number.`);
    return number;
  }
  return last;
}

function isOfType({ type }: ArgumentSchema, name: string): boolean {
  return [type].flat().includes(name);
}

/** Parses the value of a flag. Throws UsageError. */
export function readJson(text: string, flag: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new UsageError(`${flag} must be JSON.`, { cause });
  }
}

/** The arguments of a tool for people, one line each, required ones first. */
export function argumentLines({ properties = {}, required = [] }: ArgumentSchema): string[] {
  const rows = Object.entries(properties)
    .toSorted(([a], [b]) => Number(required.includes(b)) - Number(required.includes(a)))
    .map(([name, { type, description = "" }]) => {
      const kind = [type ?? "value"]
        .flat()
        .filter((one) => one !== "null")
        .join(" or ");
      const need = required.includes(name) ? " (required)" : "";
      return { flag: `--${flagOf(name)} <${kind}>${need}`, description };
    });
  const width = Math.max(0, ...rows.map(({ flag }) => flag.length));
  return rows.map(({ flag, description }) => `  ${flag.padEnd(width)}  ${description}`.trimEnd());
}
