import type { CallToolResult } from "@modelcontextprotocol/server";
import type { ToolResult } from "../tools/tool.types.ts";

/** A result as the protocol wants it: the same JSON as data and as text, and a link for each of our files in it. */
export function toCallResult({ ok, body }: ToolResult, publicUrl: string): CallToolResult {
  return {
    content: [{ type: "text", text: JSON.stringify(body) }, ...linksIn(body, publicUrl)],
    structuredContent: body,
    isError: !ok,
  };
}

function linksIn(body: unknown, publicUrl: string): CallToolResult["content"] {
  const found = new Set<string>();
  collect(body, `${publicUrl}/files/`, found);
  return [...found].map((uri) => ({
    type: "resource_link" as const,
    uri,
    name: new URL(uri).pathname.split("/").at(-1) ?? "file",
  }));
}

function collect(value: unknown, start: string, found: Set<string>): void {
  if (typeof value === "string") {
    if (value.startsWith(start)) found.add(value);
  } else if (typeof value === "object" && value !== null) {
    for (const inner of Object.values(value)) collect(inner, start, found);
  }
}
