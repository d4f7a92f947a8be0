import { mcpCall, type SampleSource } from "../samples/http-call.ts";
import type { CallMeta } from "../session/meter.ts";
import { session } from "../session/session.ts";

/** Calls an operation's tool through the Model Context Protocol, as agents do. */
export async function runByMcp(source: SampleSource): Promise<{ meta: CallMeta; body: unknown }> {
  const caller = { identity: session.identity.value, baseUrl: window.location.origin };
  const call = mcpCall(source, caller)!;
  const headers = Object.fromEntries(
    call.headers.filter(({ name }) => name !== "authorization" && name !== "x-api-key").map(toEntry),
  );
  const path = call.url.slice(caller.baseUrl.length);
  const { meta, text, body } = await session.rest(call.method, path, {
    headers,
    body: call.body,
    door: "tool",
  });
  return { meta, body: resultOf(text) ?? body };
}

function toEntry({ name, value }: { name: string; value: unknown }): [string, string] {
  return [name, String(value)];
}

/** Result of the last message of an event stream, which is what MCP answers with. */
function resultOf(text: string): unknown {
  const data = text.split("\n").findLast((line) => line.startsWith("data: "));
  if (data === undefined) return null;
  const { result, error } = JSON.parse(data.slice("data: ".length)) as {
    result?: { structuredContent?: unknown };
    error?: unknown;
  };
  return result?.structuredContent ?? result ?? error;
}
