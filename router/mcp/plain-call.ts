import type { CallToolResult } from "@modelcontextprotocol/server";
import type { DoorReply, DoorRequest } from "../http/door.types.ts";
import { serverInfo } from "./reading-call.ts";

/** The revision whose requests carry all that is known of a client. */
const revision = "2026-07-28";
const metaPrefix = "io.modelcontextprotocol/";
/** Client capabilities, with the ways in which clients declare them. */
const capabilities = new Map([
  ["elicitation", ["form", "url"]],
  ["sampling", []],
  ["roots", []],
]);

/** A tool call that needs nothing besides its result. */
export interface PlainCall {
  id: string | number;
  name: string;
  args: Record<string, unknown>;
}

type Json = Record<string, unknown>;

/**
 * The message of a plain call: a tool, its arguments and the minimum that the newest revision requires of a
 * client, all valid. Null for every other message, valid or not: the library checks and answers those, with a
 * server created for each and several passes over the message, which take longer than the call itself.
 */
export function readPlainCall({ headers, body }: Pick<DoorRequest, "headers" | "body">): PlainCall | null {
  if (
    headers["content-type"] !== "application/json" ||
    headers["mcp-protocol-version"] !== revision ||
    headers["mcp-method"] !== "tools/call" ||
    !headers.accept?.includes("application/json") ||
    !headers.accept.includes("text/event-stream") ||
    !isObject(body, ["jsonrpc", "id", "method", "params"])
  )
    return null;
  const { jsonrpc, id, method, params } = body;
  if (jsonrpc !== "2.0" || method !== "tools/call" || !isObject(params, ["name", "arguments", "_meta"]))
    return null;
  if (typeof id !== "string" && !Number.isSafeInteger(id)) return null;
  const { name, arguments: args = {}, _meta: meta } = params;
  if (typeof name !== "string" || headers["mcp-name"] !== name || !/^[a-z0-9_]+$/.test(name)) return null;
  if (!isObject(args) || !isPlainMeta(meta)) return null;
  return { id: id as string | number, name, args };
}

/** Sends the result as the library would. */
export function sendPlainResult(
  reply: DoorReply,
  { id }: PlainCall,
  result: CallToolResult,
  version: string,
): void {
  const own = {
    ...result,
    resultType: "complete",
    _meta: { [`${metaPrefix}serverInfo`]: serverInfo(version) },
  };
  reply.header("content-type", "application/json");
  reply.header("cache-control", "no-store, no-transform");
  reply.send(JSON.stringify({ jsonrpc: "2.0", id, result: own }));
}

const versionName = `${metaPrefix}protocolVersion`;
const capabilitiesName = `${metaPrefix}clientCapabilities`;
const infoName = `${metaPrefix}clientInfo`;
const metaNames = [versionName, capabilitiesName, infoName];

/** The client's name, and capabilities in a form that needs no further validation. */
function isPlainMeta(meta: unknown): boolean {
  if (!isObject(meta, metaNames)) return false;
  const { [versionName]: version, [capabilitiesName]: can, [infoName]: info } = meta;
  return (
    version === revision &&
    isObject(can) &&
    Object.entries(can).every(([name, value]) => isPlainCapability(value, capabilities.get(name))) &&
    isObject(info, ["name", "version"]) &&
    typeof info["name"] === "string" &&
    typeof info["version"] === "string"
  );
}

function isPlainCapability(value: unknown, ways: readonly string[] | undefined): boolean {
  if (!ways || !isObject(value, ways)) return false;
  return Object.values(value).every((way) => isObject(way, []));
}

/** An object, with no other keys than these when they are named. */
function isObject(value: unknown, keys?: readonly string[]): value is Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return keys === undefined || Object.keys(value).every((key) => keys.includes(key));
}
