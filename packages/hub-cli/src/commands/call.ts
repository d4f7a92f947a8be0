import { createInterface } from "node:readline/promises";
import { isHubError } from "@hub-platform/client/errors";
import type { ClientOptions } from "@hub-platform/client/options";
import { send } from "@hub-platform/client/send";
import { connect, type GlobalOptions } from "../connect.ts";
import type { Environment } from "../credentials.ts";
import { plain, printResult, type Format } from "../output.ts";
import { readObject } from "../text-input.ts";
import { argumentLines, readArguments, type ArgumentSchema } from "../tool-arguments.ts";

export interface CallOptions extends GlobalOptions {
  json?: string;
  dryRun?: true;
  yes?: true;
  idempotencyKey?: string;
  output: Format;
  help?: true;
}

interface Tool {
  name: string;
  description: string;
  inputSchema: ArgumentSchema;
}

/** Arguments that are flags of the command. */
const ownFlags = ["dryRun", "confirm", "confirmationId", "idempotencyKey", "allowDuplicate"];

/** Calls a tool. Tools that commit money ask the person first, or need `--yes`. */
export async function call(
  name: string,
  words: readonly string[],
  options: CallOptions,
  env: Environment,
): Promise<void> {
  const client = await connect(options, env);
  const { body } = await send(client, { method: "GET", path: `/tools/${encodeURIComponent(name)}` });
  const tool = body as Tool;
  const schema = withoutOwnFlags(tool.inputSchema);
  if (options.help) return void process.stdout.write(helpOf(tool, schema));
  const takesKey = Object.hasOwn(tool.inputSchema.properties ?? {}, "idempotencyKey");
  const given = readArguments(words, schema, await readObject(options.json, "--json"));
  const request = {
    arguments: given,
    // Confirmation and call are one: they share the key.
    ...(takesKey && !options.dryRun ? { idempotencyKey: options.idempotencyKey ?? crypto.randomUUID() } : {}),
    ...(options.dryRun ? { dryRun: true } : {}),
    ...(options.yes ? { confirm: true } : {}),
  };
  printResult(await callOrAsk(client, tool, request), options.output);
}

async function callOrAsk(client: ClientOptions, { name }: Tool, request: object): Promise<unknown> {
  const post = async (more: object) => {
    const path = `/tools/${encodeURIComponent(name)}/call`;
    return (await send(client, { method: "POST", path, body: { ...request, ...more }, isWrite: false })).body;
  };
  try {
    return await post({});
  } catch (error) {
    if (!isHubError(error, "CONFIRMATION_REQUIRED") || !process.stdin.isTTY) throw error;
    const { summary, confirmationId } = error.details as { summary?: string; confirmationId?: string };
    if (confirmationId === undefined || !(await agrees(summary ?? error.message))) throw error;
    return await post({ confirmationId });
  }
}

async function agrees(summary: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${plain(summary)}\nContinue? [y/N] `);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}

function withoutOwnFlags(schema: ArgumentSchema): ArgumentSchema {
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => !ownFlags.includes(name));
  return { ...schema, properties: Object.fromEntries(properties) };
}

function helpOf(tool: Tool, schema: ArgumentSchema): string {
  const lines = argumentLines(schema).map(plain);
  return `${plain(tool.description)}\n\nArguments\n${lines.length > 0 ? lines.join("\n") : "  none"}\n`;
}
