import type { CallContext } from "../../src/context.ts";
import { nullable, type JsonSchema } from "../schema/json-schema.ts";
import { keepForClient, type ToolFiles } from "./tool-files.ts";

/** Maximum size of a file's content in a result, in encoded bytes; larger content is behind a link. */
const maxContentBytes = 64 * 1024;

/** A result, or a part of one, with a file. */
interface FileAnswer {
  filename: string;
  contentType: string;
  encoding: "utf8" | "base64";
  content: string | null;
}

const marks = ["filename", "contentType", "encoding", "content"];

type Properties = Record<string, JsonSchema>;

/**
 * Dotted paths to the objects of a result that contain a file; empty text for the result itself. Lists are
 * skipped.
 */
export function filesIn(schema: JsonSchema, path = ""): string[] {
  const properties = (schema["properties"] ?? {}) as Properties;
  if (marks.every((name) => Object.hasOwn(properties, name))) return [path];
  return Object.entries(properties).flatMap(([name, inner]) =>
    filesIn(inner, path === "" ? name : `${path}.${name}`),
  );
}

/** The schema of answers whose large files are behind links. */
export function linkedSchema(schema: JsonSchema, paths: readonly string[]): JsonSchema {
  return paths.reduce((linked, path) => changeAt(linked, namesOf(path)), schema);
}

function changeAt(schema: JsonSchema, path: readonly string[]): JsonSchema {
  const properties = schema["properties"] as Properties;
  const [name, ...rest] = path;
  if (name !== undefined)
    return { ...schema, properties: { ...properties, [name]: changeAt(properties[name]!, rest) } };
  const { content } = properties as { content: JsonSchema };
  return { ...schema, properties: { ...properties, content: nullable(content), ...linkSchemas } };
}

const linkSchemas: Properties = {
  contentUrl: {
    type: "string",
    description: "Public link to the content. Set when the content is larger than 64 KiB and therefore null.",
  },
  contentUrlExpiresAt: {
    type: "string",
    format: "date-time",
    description: "Expiry of the link, 15 minutes after the call.",
  },
};

/**
 * The result with each large file behind a link that is valid for 15 minutes: `content` is null then, and
 * `contentUrl` and `contentUrlExpiresAt` are added. Small files stay inline.
 */
export async function linkLargeFiles(
  answer: unknown,
  paths: readonly string[],
  call: CallContext,
  files: ToolFiles | null,
): Promise<unknown> {
  if (files === null || call.principal.ownerId === null) return answer;
  let linked = answer;
  for (const path of paths) linked = await linkAt(linked, namesOf(path), { call, files });
  return linked;
}

async function linkAt(
  value: unknown,
  path: readonly string[],
  { call, files }: { call: CallContext; files: ToolFiles },
): Promise<unknown> {
  if (typeof value !== "object" || value === null) return value;
  const [name, ...rest] = path;
  if (name !== undefined) {
    const inner = await linkAt((value as Record<string, unknown>)[name], rest, { call, files });
    return { ...value, [name]: inner };
  }
  const { filename, contentType, encoding, content } = value as FileAnswer;
  if (content === null || Buffer.byteLength(content) <= maxContentBytes) return value;
  const bytes = Buffer.from(content, encoding);
  const { url, expiresAt } = await keepForClient(files, { filename, contentType, bytes }, call);
  return { ...value, content: null, contentUrl: url, contentUrlExpiresAt: expiresAt.toISOString() };
}

function namesOf(path: string): string[] {
  return path === "" ? [] : path.split(".");
}
