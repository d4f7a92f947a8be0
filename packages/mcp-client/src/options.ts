import { parseArgs } from "node:util";

/** Which tools an agent is shown, and as whom. */
export interface ClientOptions {
  url: URL;
  headers: Record<string, string>;
}

export const usage = `Serves the platform's tools over standard input and output.

  GATEWAY_API_KEY=hub_live_... [GATEWAY_URL=https://...] hub-mcp [options]

  --apps a,b        tools of these apps only
  --toolsets a,b    these toolsets only
  --read-only       tools that change nothing only
  --mode MODE       compact (few tools that find and call the others; the default) or full
  --help            this text

The key is read from the environment alone: arguments are seen by everyone on the machine.
`;

/** Trouble with how the program was called, for the person who did. */
export class UsageError extends Error {}

const keyForm = /hub(sa)?_(live|test)_\w+/;

/** Reads arguments and environment. Throws UsageError; its message never shows the key. */
export function readOptions(
  argv: readonly string[],
  env: Record<string, string | undefined>,
): ClientOptions | "help" {
  if (argv.some((argument) => keyForm.test(argument)))
    throw new UsageError(
      "A key must not be an argument; set GATEWAY_API_KEY, and replace the key that was shown.",
    );
  const { apps, toolsets, mode, readOnly, help } = parse(argv);
  if (help) return "help";
  const key = env["GATEWAY_API_KEY"]?.trim();
  if (!key) throw new UsageError("GATEWAY_API_KEY is not set.");
  const base = readUrl(env["GATEWAY_URL"] ?? "http://127.0.0.1:4000");
  const onlyApp = apps.length === 1 ? apps.join("") : null;
  const isDirect = mode === "full" || apps.length > 0 || toolsets.length > 0;
  const target = onlyApp !== null ? `/${encodeURIComponent(onlyApp)}` : isDirect ? "/all" : "";
  const url = new URL(`${base.pathname.replace(/\/$/, "")}/mcp${target}${readOnly ? "/readonly" : ""}`, base);
  if (apps.length > 1) url.searchParams.set("app", apps.join(","));
  const sets: Record<string, string> = toolsets.length > 0 ? { "x-mcp-toolsets": toolsets.join(",") } : {};
  return { url, headers: { authorization: `Bearer ${key}`, ...sets } };
}

function parse(argv: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        apps: { type: "string", default: "" },
        toolsets: { type: "string", default: "" },
        mode: { type: "string", default: "compact" },
        "read-only": { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    const { mode } = values;
    if (mode !== "compact" && mode !== "full") throw new UsageError("--mode is compact or full.");
    const list = (text: string) =>
      text
        .split(",")
        .map((name) => name.trim())
        .filter((name) => name !== "");
    return {
      apps: list(values.apps),
      toolsets: list(values.toolsets),
      mode,
      readOnly: values["read-only"],
      help: values.help,
    };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError((error as Error).message);
  }
}

function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !["http:", "https:"].includes(url.protocol))
    throw new UsageError("GATEWAY_URL must be an http URL.");
  const isLocal = ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
  if (url.protocol === "http:" && !isLocal)
    throw new UsageError("GATEWAY_URL must use https, because http would expose the key.");
  return url;
}
