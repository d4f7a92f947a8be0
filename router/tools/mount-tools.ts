import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CallContext } from "../../src/context.ts";
import { DomainError, validationError, type FieldFault } from "../../src/errors.ts";
import { answerError, sendError, setMeterHeaders } from "../http/answer.ts";
import type { DirectRoute } from "../http/answer-directly.ts";
import { sendJson, type DoorReply, type DoorRequest } from "../http/door.types.ts";
import { refuseUnreadableApp, type CallFactory } from "../http/call.ts";
import type { CompressedDocuments } from "../http/compressed-documents.ts";
import { announceDeprecation } from "../http/deprecation.ts";
import type { Limits } from "../limits/limits.ts";
import { refuseOtherMethods } from "../http/methods.ts";
import { admitToTool } from "./run-tool.ts";
import { countTools, listTools, readToolQuery, showEntry } from "./list-tools.ts";
import type { ToolDoor } from "./door.ts";
import { notAsked, type Consent, type ToolEntry } from "./tool.types.ts";

export interface ToolRoutes {
  tools: ToolDoor;
  makeCall: CallFactory;
  limits: Limits;
  documents: CompressedDocuments;
  publicUrl: string;
  /** The largest body of a call. */
  maxBodyBytes: number;
}

/**
 * Mounts the tools as plain JSON: the list, one of them, and calling one; also below the path form of an app. Returns the
 * routes of plain calls.
 */
export function mountTools(server: FastifyInstance, routes: ToolRoutes): DirectRoute[] {
  for (const base of ["", "/a/:appId"]) {
    server.get(`${base}/tools`, (request, reply) => guarded(reply, () => answerList(request, reply, routes)));
    refuseOtherMethods(server, `${base}/tools`, ["GET", "HEAD"]);
    server.get(`${base}/tools/:name`, (request, reply) =>
      guarded(reply, () => answerOne(request, reply, routes)),
    );
    refuseOtherMethods(server, `${base}/tools/:name`, ["GET", "HEAD"]);
    server.post(`${base}/tools/:name/call`, (request, reply) => answerCall(request, reply, routes));
    refuseOtherMethods(server, `${base}/tools/:name/call`, ["POST"]);
  }
  const { catalogue, platform } = routes.tools;
  return [...catalogue.entries.map(({ tool }) => tool.name), ...platform.keys()].map((name) => ({
    path: `/tools/${name}/call`,
    pattern: "/tools/:name/call",
    params: { name },
    maxBodyBytes: routes.maxBodyBytes,
    takes: () => true,
    answer: (request, reply) => answerCall(request, reply, routes),
  }));
}

async function guarded(reply: FastifyReply, answer: () => Promise<FastifyReply>): Promise<FastifyReply> {
  try {
    return await answer();
  } catch (error) {
    return sendError(reply, error);
  }
}

/**
 * Without a credential the whole catalogue is listed, as in the OpenAPI document; with one, the tools that it
 * may call.
 */
async function answerList(
  request: FastifyRequest,
  reply: FastifyReply,
  { tools, makeCall, limits, documents }: ToolRoutes,
): Promise<FastifyReply> {
  const call = await makeCall(request, reply);
  await limits.countOne(call);
  const query = readToolQuery(request.query as Record<string, unknown>, call.appId);
  const isPublic = call.principal.kind === "anonymous";
  const visible = isPublic ? tools.catalogue.entries : tools.catalogue.visibleTo(call);
  if (query.count) return reply.send(countTools(visible));
  const text = JSON.stringify(listTools(visible, query, tools));
  const type = "application/json; charset=utf-8";
  return documents.send(request, reply, { text, type, cacheControl: isPublic ? "no-cache" : "no-store" });
}

async function answerOne(
  request: FastifyRequest,
  reply: FastifyReply,
  { tools, makeCall, limits }: ToolRoutes,
): Promise<FastifyReply> {
  const call = await makeCall(request, reply);
  await limits.countOne(call);
  const { name } = request.params as { name: string };
  const own = tools.platform.get(name);
  if (own) return reply.send(own);
  const visible =
    call.principal.kind === "anonymous" ? tools.catalogue.entries : tools.catalogue.visibleTo(call);
  const entry = tools.catalogue.get(name);
  if (!entry || !visible.includes(entry))
    throw new DomainError("NOT_FOUND", `Unknown tool: ${name}. Find tools with search_tools.`);
  announceAlias(reply, name, entry);
  return reply.send(showEntry(entry));
}

async function answerCall(request: DoorRequest, reply: DoorReply, routes: ToolRoutes): Promise<void> {
  try {
    await runCall(request, reply, routes);
  } catch (error) {
    answerError({ request, reply }, error, routes);
  }
}

async function runCall(
  request: DoorRequest,
  reply: DoorReply,
  { tools, makeCall, limits }: ToolRoutes,
): Promise<void> {
  const call = await makeCall(request, reply, { refusesApp: true });
  const { name } = request.params as { name: string };
  if (!tools.has(name)) await limits.countOne(call);
  const { args, consent, faults } = readCallBody(request.body);
  const resolved = await resolveCounted(name, args, call, { tools, limits });
  if (resolved.kind === "platform") refuseUnreadableApp(call, []);
  else announceAlias(reply, resolved.calledAs, resolved.entry);
  if (faults.length > 0) {
    await limits.countOne(call);
    if (resolved.kind === "operation") admitToTool(resolved.entry, call);
    throw validationError(faults);
  }
  const result = await tools.run(resolved, call, consent);
  setMeterHeaders(reply, call);
  sendJson(reply, result.ok ? 200 : result.error.status, result.body);
}

/** The first release in which tools have their present names. */
const aliasesDeprecatedSince = "2026-11-23";

/** Responses for a deprecated alias of a tool carry deprecation headers. */
function announceAlias(reply: DoorReply, name: string, { tool }: ToolEntry): void {
  if (name !== tool.name)
    announceDeprecation(reply, { since: aliasesDeprecatedSince, successor: `/tools/${tool.name}` });
}

/** A call that names no tool is refused, and still counts. */
async function resolveCounted(
  name: string,
  args: Record<string, unknown>,
  call: CallContext,
  { tools, limits }: Pick<ToolRoutes, "tools" | "limits">,
) {
  try {
    return tools.resolve(name, args, false);
  } catch (error) {
    await limits.countOne(call);
    throw error;
  }
}

const bodyNames = new Set([
  "arguments",
  "idempotencyKey",
  "dryRun",
  "confirm",
  "confirmationId",
  "allowDuplicate",
]);

/** The parsed body of a tool's request, with the faults of its form. */
interface ToolCallBody {
  args: Record<string, unknown>;
  consent: Consent;
  faults: FieldFault[];
}

/**
 * `{arguments, idempotencyKey?, dryRun?, confirm?, confirmationId?, allowDuplicate?}` as one set of arguments, and apart
 * from them what `confirm` says: a program writes the body, and a model at most the `arguments` in it. So `confirm` beside
 * them is the program's word that a person agreed, and `confirm` among them is not.
 */
function readCallBody(body: unknown): ToolCallBody {
  const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
  if (!isObject && body !== undefined && body !== null) {
    const faults = [{ path: "body", message: "must be a JSON object", rule: "type" }];
    return { args: {}, consent: notAsked, faults };
  }
  const { arguments: args = {}, confirm = false, ...control } = (body ?? {}) as Record<string, unknown>;
  const faults: FieldFault[] = Object.keys(control)
    .filter((name) => !bodyNames.has(name))
    .map((name) => ({ path: name, message: "is not a known field", rule: "unknown" }));
  if (typeof confirm !== "boolean")
    faults.push({ path: "confirm", message: "must be a boolean", rule: "type" });
  if (typeof args !== "object" || args === null || Array.isArray(args))
    faults.push({ path: "arguments", message: "must be an object", rule: "type" });
  return {
    args: faults.length > 0 ? {} : { ...(args as Record<string, unknown>), ...control },
    consent: confirm === true ? { ...notAsked, isGiven: true } : notAsked,
    faults,
  };
}
