import { parseArgs, type ParseArgsConfig } from "node:util";
import { suggestion, UsageError } from "./usage.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;

/**
 * Reads a command's options and positional arguments (`words`). Throws a UsageError for an unknown option, with the
 * nearest known one, a missing value and an argument too many.
 */
export function readOptions<T extends Options>(
  args: readonly string[],
  options: T,
  words: readonly string[] = [],
) {
  for (const arg of args) {
    if (arg === "--") break;
    const name = /^--?([^=-][^=]*)/.exec(arg)?.[1];
    if (name === undefined || (arg.startsWith("--") && Object.hasOwn(options, name))) continue;
    const shown = arg.startsWith("--") ? `--${name}` : `-${name}`;
    const known = [...Object.keys(options), "help"].map((option) => `--${option}`);
    throw new UsageError(`Unknown option ${shown}.${suggestion(`--${name}`, known)}`);
  }
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (positionals.length > words.length)
      throw new UsageError(`Unexpected argument "${positionals[words.length]!}".`);
    return { values, words: positionals };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError((error as Error).message);
  }
}
