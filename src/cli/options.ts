import { parseArgs, type ParseArgsConfig } from "node:util";
import { didYouMean, UsageError } from "./usage.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;

/** Reads a command's flags and words. Throws a UsageError that names an unknown flag and the likely meant one. */
export function readOptions<T extends Options>(
  args: readonly string[],
  options: T,
  words: readonly string[] = [],
) {
  for (const arg of args) {
    const name = /^--([^=]+)/.exec(arg)?.[1];
    if (name && !Object.hasOwn(options, name)) {
      const meant = didYouMean(name, Object.keys(options));
      throw new UsageError(`Unknown flag --${name}.${meant ? ` Did you mean --${meant}?` : ""}`);
    }
  }
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (positionals.length > words.length)
      throw new UsageError(`Unexpected word "${positionals[words.length]!}".`);
    return { values, words: positionals };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError((error as Error).message);
  }
}
