import { send } from "@hub-platform/client/send";
import { connect, type GlobalOptions } from "../connect.ts";
import type { Environment } from "../credentials.ts";
import { printResult, type Format } from "../output.ts";

interface Tool {
  name: string;
  description: string;
}

/** Lists tools, or those that fit a search. */
export async function tools(
  query: string | undefined,
  options: GlobalOptions & { output: Format; names?: true },
  env: Environment,
): Promise<void> {
  const client = await connect(options, env);
  const found: Tool[] = [];
  let cursor: string | null = null;
  do {
    const search = new URLSearchParams({ limit: "500" });
    if (query !== undefined) search.set("q", query);
    if (options.app !== undefined) search.set("app", options.app);
    if (cursor !== null) search.set("cursor", cursor);
    const { body } = await send({ ...client, headers: {} }, { method: "GET", path: `/tools?${search}` });
    const page = body as { tools: Tool[]; nextCursor?: string | null };
    found.push(...page.tools);
    cursor = page.nextCursor ?? null;
  } while (cursor !== null);
  if (options.names) process.stdout.write(found.map(({ name }) => `${name}\n`).join(""));
  else
    printResult(
      found.map(({ name, description }) => ({ name, description })),
      options.output,
    );
}
