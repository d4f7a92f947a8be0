import type { McpHttpHandler } from "@modelcontextprotocol/server";
import type { FastifyInstance } from "fastify";
import type { CallContext } from "../../src/context.ts";
import { DomainError } from "../../src/errors.ts";
import { setMeterHeaders } from "../http/answer.ts";
import type { DirectRoute } from "../http/answer-directly.ts";
import type { CallFactory } from "../http/call.ts";
import type { DoorReply, DoorRequest } from "../http/door.types.ts";
import type { OperationRegistry } from "../operations/registry.ts";
import { refuseOtherMethods } from "../http/methods.ts";
import { readSelection } from "../tools/selection.ts";
import { namedTool, requireToolScope, sendChallenge } from "./challenge.ts";
import { refuseRebound } from "./local-clients.ts";
import type { AgentHandlerParts } from "./mcp-handler.ts";
import type { McpExchange } from "./mcp-server.ts";
import { readPlainCall, sendPlainResult } from "./plain-call.ts";
import { mountProtectedResource } from "./protected-resource.ts";
import { callReadingTool } from "./reading-call.ts";
import { createToolLists } from "./tool-lists.ts";
import { relay, toWebRequest } from "./web-request.ts";

export interface McpOptions extends Omit<AgentHandlerParts, "lists"> {
  registry: OperationRegistry;
  makeCall: CallFactory;
  /** The issuer of tokens; null when it is not published. */
  issuer: string | null;
  /** The largest body of a message. */
  maxBodyBytes: number;
}

/**
 * Mounts the agent door: the Model Context Protocol, stateless, in both its eras. `/mcp` is compact: few tools that find and
 * call the others; `/mcp/all` and `/mcp/{appId}` list tools directly; `/readonly` behind any leaves out what changes things.
 * Returns the route of calls of tools.
 */
export function mountMcp(server: FastifyInstance, options: McpOptions): DirectRoute {
  const { tools, limits, version, publicUrl, confirmationSecrets } = options;
  const parts = { tools, lists: createToolLists(tools), limits, version, publicUrl, confirmationSecrets };
  let opened: Promise<McpHttpHandler> | undefined;
  // Loads the library, which plain calls do without.
  const open = () =>
    (opened ??= import("./mcp-handler.ts").then(({ createAgentHandler }) => createAgentHandler(parts)));
  server.addHook("onClose", async () => (await opened)?.close());
  const doors = { ...options, open, parts };
  for (const path of ["/mcp", "/mcp/:target"]) {
    for (const url of [path, `${path}/readonly`]) {
      server.post(url, (request, reply) => answer(request, reply.serializer(asItIs), doors));
      refuseOtherMethods(server, url, ["POST"]);
    }
  }
  mountProtectedResource(server, options);
  return {
    path: "/mcp",
    maxBodyBytes: options.maxBodyBytes,
    takes: (headers) => headers["mcp-method"] === "tools/call",
    answer: (request, reply) => answer(request as McpRequest, reply, doors),
  };
}

/** All that is sent is text, and with a serializer Fastify leaves its content type as it is. */
const asItIs = (text: unknown): string => text as string;

type McpRequest = DoorRequest & { url: string };

async function answer(
  request: McpRequest,
  reply: DoorReply,
  {
    open,
    parts,
    tools,
    makeCall,
    limits,
    publicUrl,
  }: McpOptions & { open(): Promise<McpHttpHandler>; parts: AgentHandlerParts },
): Promise<void> {
  try {
    refuseRebound(request.headers, publicUrl);
    const call = await makeCall(request, reply, { refusesApp: true });
    if (call.principal.kind === "anonymous") {
      limits.failed(call);
      throw new DomainError(
        "MISSING_TOKEN",
        "This request requires a credential. Send a bearer token or an API key.",
      );
    }
    const tool = namedTool(request.body, tools);
    if (tool === null) await limits.countOne(call);
    const selection = readSelection(sourceOf(request), tools.catalogue);
    if (tool !== null) await refuseMissingScope(tool, call, { tools, limits });
    const plain = readPlainCall(request);
    const result = plain && (await callReadingTool(parts, { call, selection }, plain));
    if (result) {
      setMeterHeaders(reply, call);
      return sendPlainResult(reply, plain, result, parts.version);
    }
    const { method } = (request.body ?? {}) as { method?: unknown };
    const exchange: McpExchange = { call, selection, method, toolsJson: null };
    const handler = await open();
    const response = await handler.fetch(toWebRequest(request), {
      authInfo: { token: "", clientId: call.principal.id, scopes: [], extra: { exchange } },
      parsedBody: request.body,
    });
    setMeterHeaders(reply, call);
    return await relay(response, reply, exchange.toolsJson);
  } catch (error) {
    sendChallenge({ request, reply }, error, publicUrl);
  }
}

/** A call that is refused for its scope counts as any other. */
async function refuseMissingScope(
  tool: string,
  call: CallContext,
  { tools, limits }: Pick<McpOptions, "tools" | "limits">,
): Promise<void> {
  try {
    requireToolScope(tool, tools, call);
  } catch (error) {
    await limits.countOne(call);
    throw error;
  }
}

/** `/mcp/readonly` is the compact list, not an app of that name. */
function sourceOf(request: DoorRequest) {
  const { target = null } = request.params as { target?: string };
  const isShort = target === "readonly";
  return {
    target: isShort ? null : target,
    readonly: isShort || (request.routeOptions.url?.endsWith("/readonly") ?? false),
    query: request.query as Record<string, unknown>,
    headers: request.headers,
  };
}
