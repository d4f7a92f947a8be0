import type { CallToolResult } from "@modelcontextprotocol/server";
import type { ToolResult } from "../tools/tool.types.ts";

type ResourceLink = Extract<CallToolResult["content"][number], { type: "resource_link" }>;

/**
 * A result as the protocol wants it: the same JSON as data and as text, and a link for each of our files in
 * it.
 */
export function toCallResult({ ok, body }: ToolResult, publicUrl: string): CallToolResult {
  return {
    content: [{ type: "text", text: JSON.stringify(body) }, ...linksIn(body, publicUrl)],
    structuredContent: body,
    isError: !ok,
  };
}

function linksIn(body: unknown, publicUrl: string): ResourceLink[] {
  const found = new Map<string, ResourceLink>();
  collect(body, `${publicUrl}/files/`, found);
  return [...found.values()];
}

function collect(value: unknown, start: string, found: Map<string, ResourceLink>): void {
  if (typeof value === "string") {
    if (value.startsWith(start) && !found.has(value)) found.set(value, linkTo(value));
  } else if (typeof value === "object" && value !== null) {
    const fields = value as Record<string, unknown>;
    const { contentUrl } = fields;
    if (typeof contentUrl === "string") found.set(contentUrl, linkToContent(contentUrl, fields));
    // A field that is sent there cannot be fetched there.
    for (const [name, inner] of Object.entries(fields))
      if (name !== "uploadUrl") collect(inner, start, found);
  }
}

function linkTo(uri: string): ResourceLink {
  return { type: "resource_link", uri, name: new URL(uri).pathname.split("/").at(-1) ?? "file" };
}

/** A link to the file in a result: its name, type and size from the fields beside it. */
function linkToContent(uri: string, { filename, contentType, size }: Record<string, unknown>): ResourceLink {
  return {
    ...linkTo(uri),
    ...(typeof filename === "string" ? { name: filename } : {}),
    ...(typeof contentType === "string" ? { mimeType: contentType } : {}),
    ...(typeof size === "number" ? { size } : {}),
  };
}
