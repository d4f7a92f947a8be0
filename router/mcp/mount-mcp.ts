import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CallContext } from "../../src/context.ts";
import { DomainError } from "../../src/errors.ts";
import { sendError, setMeterHeaders } from "../http/answer.ts";
import type { CallFactory } from "../http/call.ts";
import type { Limits } from "../limits/limits.ts";
import { refuseOtherMethods } from "../rest/mount-rest.ts";
import type { ToolDoor } from "./tools.ts";

export interface McpOptions {
  tools: ToolDoor;
  makeCall: CallFactory;
  limits: Limits;
  version: string;
}

/**
 * Mounts the agent door: the Model Context Protocol at `/mcp` (stateless, both protocol eras), and the same
 * tools as plain JSON at `/tools`. Wrong arguments are a tool result with `isError`, never a protocol error.
 */
export function mountMcp(server: FastifyInstance, { tools, makeCall, limits, version }: McpOptions): void {
  const handler = createMcpHandler(({ authInfo }) => {
    const call = authInfo?.extra?.["call"] as CallContext;
    return createServer(tools, call, version);
  });
  server.addHook("onClose", () => handler.close());
  server.post("/mcp", async (request, reply) => {
    try {
      const call = await makeCall(request, reply);
      if (call.principal.kind === "anonymous") {
        limits.failed(call);
        throw new DomainError("MISSING_TOKEN", "This call needs a credential.");
      }
      if (!namesTool(request.body, tools)) await limits.countOne(call);
      const response = await handler.fetch(toWebRequest(request), {
        authInfo: { token: "", clientId: call.principal.id, scopes: [], extra: { call } },
        parsedBody: request.body,
      });
      setMeterHeaders(reply, call);
      return await relay(response, reply);
    } catch (error) {
      return sendError(reply, error);
    }
  });
  refuseOtherMethods(server, "/mcp", ["POST"]);
  mountToolList(server, { tools, makeCall, limits });
}

function createServer(tools: ToolDoor, call: CallContext, version: string): Server {
  const server = new Server({ name: "hub-platform", version }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", () => ({ tools: tools.list(call) }));
  server.setRequestHandler("tools/call", async ({ params }) => {
    if (!tools.has(params.name)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}`);
    }
    const result = await tools.run(params.name, params.arguments ?? {}, call);
    return {
      content: [{ type: "text", text: JSON.stringify(result.body) }],
      structuredContent: result.body,
      isError: !result.ok,
    } as never;
  });
  return server;
}

/** Whether a message runs a tool, which counts by itself; everything else of the protocol is one unit. */
function namesTool(body: unknown, tools: ToolDoor): boolean {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown } };
  return method === "tools/call" && typeof params?.name === "string" && tools.has(params.name);
}

function mountToolList(
  server: FastifyInstance,
  { tools, makeCall, limits }: Omit<McpOptions, "version">,
): void {
  server.get("/tools", async (request, reply) => {
    try {
      const call = await makeCall(request, reply);
      await limits.countOne(call);
      const listed = tools.list(call);
      return await reply.send({ tools: listed, total: listed.length, nextCursor: null });
    } catch (error) {
      return sendError(reply, error);
    }
  });
  refuseOtherMethods(server, "/tools", ["GET", "HEAD"]);
  server.post("/tools/:name/call", async (request, reply) => {
    try {
      const call = await makeCall(request, reply);
      const { name } = request.params as { name: string };
      if (!tools.has(name)) await limits.countOne(call);
      const { arguments: args = {}, idempotencyKey } = (request.body ?? {}) as Record<string, unknown>;
      const withKey = idempotencyKey === undefined ? args : { ...(args as object), idempotencyKey };
      const result = await tools.run(name, withKey as Record<string, unknown>, call);
      setMeterHeaders(reply, call);
      return await reply.code(result.ok ? 200 : result.error.status).send(result.body);
    } catch (error) {
      return sendError(reply, error);
    }
  });
  refuseOtherMethods(server, "/tools/:name/call", ["POST"]);
}

function toWebRequest(request: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === "string") headers.set(name, value);
  }
  return new Request(new URL(request.url, "http://localhost"), {
    method: "POST",
    headers,
    body: JSON.stringify(request.body ?? null),
  });
}

async function relay(response: Response, reply: FastifyReply): Promise<FastifyReply> {
  void reply.code(response.status);
  response.headers.forEach((value, name) => {
    if (name !== "content-length") void reply.header(name, value);
  });
  // The library says `no-cache`, which lets a copy be kept.
  void reply.header("cache-control", "no-store, no-transform");
  return reply.send(response.body === null ? null : Buffer.from(await response.arrayBuffer()));
}
