/** An option as `parseArgs` reads it, with what `--help` shows. */
export interface OptionUsage {
  readonly type: "boolean" | "string";
  readonly default?: string;
  /** Placeholder of the value of a string option, such as `<dir>`. */
  readonly value?: string;
  readonly help: string;
}

/** How one command is used. The command reads its options from here too, so help and parser cannot disagree. */
export interface CommandUsage {
  /** One line, as the list of commands shows it. */
  readonly summary: string;
  /** Positional arguments in the usage line. */
  readonly positionals?: string;
  /** Values of the first positional argument, where it selects an action. */
  readonly actions?: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, OptionUsage>>;
  readonly example: string;
}

const helpLine: OptionUsage = { type: "boolean", help: "Shows this help." };

/** The text of `<program> <command> --help`: usage, arguments, options and one example. */
export function formatHelp(program: string, command: string, usage: CommandUsage): string {
  const { summary, positionals, actions = {}, options, example } = usage;
  const words = [program, command, ...(positionals === undefined ? [] : [positionals]), "[options]"];
  const optionRows = Object.entries({ ...options, help: helpLine }).map(
    ([name, option]) =>
      [`--${name}${option.value === undefined ? "" : ` ${option.value}`}`, textOf(option)] as const,
  );
  return [
    `Usage: ${words.join(" ")}`,
    "",
    `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    "",
    ...section("Actions", Object.entries(actions)),
    ...section("Options", optionRows),
    "Example",
    `  ${example}`,
    "",
  ].join("\n");
}

/** Two columns, each row indented; nothing when there are no rows. */
export function section(title: string, rows: readonly (readonly [name: string, text: string])[]): string[] {
  if (rows.length === 0) return [];
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  return [title, ...rows.map(([name, text]) => `  ${name.padEnd(width)}${text}`), ""];
}

function textOf({ help, default: fallback }: OptionUsage): string {
  return fallback === undefined ? help : `${help} Default: ${fallback}.`;
}

/** True when the arguments request help instead of a run. */
export function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  return (end < 0 ? args : args.slice(0, end)).some((arg) => arg === "--help" || arg === "-h");
}
