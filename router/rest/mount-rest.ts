import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import type { CallContext } from "../../src/context.ts";
import { DomainError } from "../../src/errors.ts";
import type { GraphExecutor } from "../execution/graph-executor.ts";
import { answerError, sendError, setMeterHeaders } from "../http/answer.ts";
import type { DirectRoute } from "../http/answer-directly.ts";
import { refuseUnreadableApp, type CallFactory } from "../http/call.ts";
import { announceDeprecation } from "../http/deprecation.ts";
import { sendJson, type DoorReply, type DoorRequest } from "../http/door.types.ts";
import type { RestDoor } from "../operations/operation.ts";
import { restPaths, type OperationRegistry, type StoredOperation } from "../operations/registry.ts";
import { admit, runOperation, type DoorInput } from "../calls/run-operation.ts";
import { admitBeforeBody, type EarlyCalls } from "./admit-early.ts";
import { isKnownFile, keepingOf, sendKept } from "./caching.ts";
import { sendBytes, wantsBytes, type FileAnswer } from "./file-answer.ts";
import type { Limits } from "../limits/limits.ts";
import { usesOf } from "../limits/uses.ts";
import { withSegmentAliases, type PathSegments } from "./path-segments.ts";
import { acceptsJson, sendOn } from "./redirect.ts";
import { isForm, mountFormRoutes, refuseForeignForm } from "./form-body.ts";
import { sendPage, sendRefusedPage, wantsPage } from "./pages.ts";
import { mountRawRoutes, readRawInput } from "./raw-body.ts";
import { readRestInput } from "./read-input.ts";
import { mountTextRoutes } from "./text-body.ts";

interface RestDoors {
  executor: GraphExecutor;
  makeCall: CallFactory;
  limits: Limits;
  early: EarlyCalls;
  publicUrl: string;
}

/** What was mounted. */
export interface MountedRest {
  /** The methods of each path: all others are to be refused with 405. */
  methods: Map<string, string[]>;
  /** Routes of plain requests. */
  direct: DirectRoute[];
}

/** Mounts every operation that has a REST door. */
export function mountRest(
  server: FastifyInstance,
  {
    registry,
    pathSegments,
    answeredElsewhere = new Map(),
    ...given
  }: Omit<RestDoors, "early"> & {
    registry: OperationRegistry;
    pathSegments: PathSegments;
    /** Methods of these paths that others mount. */
    answeredElsewhere?: ReadonlyMap<string, readonly string[]>;
  },
): MountedRest {
  const direct: DirectRoute[] = [];
  const doors: RestDoors = { ...given, early: new WeakMap() };
  const methodsByPath = new Map<string, Set<string>>();
  const rawRoutes: RouteOptions[] = [];
  const formRoutes: RouteOptions[] = [];
  const textRoutes: Parameters<typeof mountTextRoutes>[1][number][] = [];
  for (const operation of registry.values()) {
    const paths = restPaths(operation.row).flatMap((path) => withSegmentAliases(path, pathSegments));
    for (const path of paths) {
      const url = path.replaceAll(/\{(\w+)\}/g, ":$1");
      const method = operation.row.rest!.method;
      const isDeprecated = operation.row.rest!.deprecatedAliases?.includes(path) ?? false;
      const route: RouteOptions = {
        method,
        url,
        ...bodyOptions(operation, doors, server.initialConfig.bodyLimit!),
        ...(operation.row.rest!.redirect ? { exposeHeadRoute: false } : {}),
        handler: (request, reply) => {
          if (isDeprecated) announceAlias(reply, operation.row.rest!.path);
          return answer(operation, doors, request, reply);
        },
      };
      if (isPlain(operation) && !isDeprecated && url === path)
        direct.push(directRoute(operation, doors, { path, maxBodyBytes: server.initialConfig.bodyLimit! }));
      const { textBody, formBody } = operation.row.rest!;
      if (operation.row.rest!.rawBody) rawRoutes.push(route);
      else if (formBody) formRoutes.push(route);
      else if (textBody) textRoutes.push({ route, textBody });
      else server.route(route);
      const methods = methodsByPath.get(url) ?? new Set<string>();
      methods.add(method);
      if (method === "GET" && !operation.row.rest!.redirect) methods.add("HEAD");
      methodsByPath.set(url, methods);
    }
  }
  mountRawRoutes(server, rawRoutes);
  mountFormRoutes(server, formRoutes);
  mountTextRoutes(server, textRoutes);
  const methods = new Map(
    Array.from(methodsByPath, ([url, own]) => [url, [...(answeredElsewhere.get(url) ?? []), ...own]]),
  );
  return { methods, direct };
}

function directRoute(
  operation: StoredOperation,
  doors: RestDoors,
  place: Pick<DirectRoute, "path" | "maxBodyBytes">,
): DirectRoute {
  return {
    ...place,
    takes: () => true,
    answer: (request, reply) => answerPlainly(operation, doors, request, reply),
  };
}

/** The limit of an operation's bodies, where it has its own; callers are admitted before a larger body is read. */
function bodyOptions(
  operation: StoredOperation,
  doors: RestDoors,
  usualBytes: number,
): Partial<RouteOptions> {
  const { maxBodyBytes } = operation.row.rest!;
  if (maxBodyBytes === undefined) return {};
  if (maxBodyBytes <= usualBytes) return { bodyLimit: maxBodyBytes };
  const refused = (reply: FastifyReply, call: CallContext | null, error: unknown) =>
    refuse(operation, doors, reply, { call, error });
  return {
    bodyLimit: maxBodyBytes,
    ...admitBeforeBody(operation, doors, { early: doors.early, refuse: refused }),
  };
}

/** True for operations that take JSON at a path without parameters and answer with JSON that is not kept. */
function isPlain(operation: StoredOperation): boolean {
  const { method, rawBody, formBody, textBody, maxBodyBytes, file, redirect, page } = operation.row.rest!;
  const isOther = rawBody ?? formBody ?? textBody ?? maxBodyBytes ?? file ?? redirect ?? page;
  return method === "POST" && isOther === undefined && keepingOf(operation) === null;
}

/** The first release of these paths. */
const aliasesDeprecatedSince = "2026-01-01";

function announceAlias(reply: DoorReply, successor: string): void {
  announceDeprecation(reply, { since: aliasesDeprecatedSince, successor });
}

function statusOf({ status = 200, replayStatus = status }: RestDoor, { meter }: CallContext): number {
  return meter.replayed ? replayStatus : status;
}

function fillPath(path: string, values: Record<string, unknown>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(String(values[name])));
}

/**
 * Hands the reply back for a stream alone, whose headers are sent with its first bytes: otherwise Fastify would wait for
 * the end of the response.
 */
async function answer(
  operation: StoredOperation,
  doors: RestDoors,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | void> {
  const { makeCall, early } = doors;
  const { row } = operation;
  let call: CallContext | null = null;
  try {
    call = early.get(request) ?? (await makeCall(request, reply, { refusesApp: true }));
    const { rawBody } = row.rest!;
    const read = rawBody ? readRawInput(rawBody, request) : readRestInput(operation, request);
    const ofPage = row.rest!.formBody ? () => refuseForeignForm(request) : null;
    const { body, status } = await perform(operation, doors, reply, { call, read, ofPage });
    const { file, redirect, formBody } = row.rest!;
    if (redirect && (formBody ? isForm(request) : !acceptsJson(request)))
      return void sendOn(reply, String((body as Record<string, unknown>)[redirect]));
    const keeping = keepingOf(operation);
    if (keeping) return void sendKept({ request, reply, call }, keeping, { body, status });
    if (file) {
      const answered = body as FileAnswer;
      const wanted = { input: read.input, accept: request.headers.accept, contentType: answered.contentType };
      if (wantsBytes(file, wanted)) {
        if (row.rest!.revalidates && isKnownFile(request, reply, answered)) return void reply.send();
        return sendBytes(reply, { file: answered, status });
      }
    }
    if (row.rest!.page && !redirect) {
      void reply.header("vary", "accept");
      if (wantsPage(request.headers.accept)) return sendPage(row.rest!.page, reply.code(status), body);
    }
    void reply.code(status).type("application/json; charset=utf-8").send(body);
  } catch (error) {
    refuse(operation, doors, reply, { call, error });
  }
}

/** As `answer`, for a plain request of a plain operation, whichever server has read it. */
async function answerPlainly(
  operation: StoredOperation,
  doors: RestDoors,
  request: DoorRequest,
  reply: DoorReply,
): Promise<void> {
  let call: CallContext | null = null;
  try {
    call = await doors.makeCall(request, reply, { refusesApp: true });
    const read = readRestInput(operation, request);
    const { body, status } = await perform(operation, doors, reply, { call, read, ofPage: null });
    sendJson(reply, status, body);
  } catch (error) {
    settle(doors, reply, call);
    const options = { successFamily: operation.row.family === "success", publicUrl: doors.publicUrl };
    answerError({ request, reply }, error, options);
  }
}

/** Counts and runs the operation, and sets the headers with its cost and place. */
async function perform(
  operation: StoredOperation,
  { executor, limits }: RestDoors,
  reply: DoorReply,
  { call, read, ofPage }: { call: CallContext; read: DoorInput; ofPage: (() => void) | null },
): Promise<{ body: unknown; status: number }> {
  const rest = operation.row.rest!;
  await limits.count(call, usesOf(operation, read.input));
  ofPage?.();
  refuseUnreadableApp(call, [operation.access]);
  if (rest.needsApp && call.appId === null) {
    admit(operation, call);
    throw new DomainError("MISSING_APP_ID", "No app given. Send its ID in the header x-app-id.");
  }
  const body = await runOperation(executor, operation, read, call);
  limits.settle(call);
  setMeterHeaders(reply, call);
  if (rest.location) void reply.header("location", fillPath(rest.location, body as Record<string, unknown>));
  return { body, status: statusOf(rest, call) };
}

/** A refusal may be the stored response of an earlier request. */
function settle({ limits }: RestDoors, reply: DoorReply, call: CallContext | null): void {
  if (!call) return;
  limits.settle(call);
  setMeterHeaders(reply, call);
}

function refuse(
  { row }: StoredOperation,
  doors: RestDoors,
  reply: FastifyReply,
  { call, error }: { call: CallContext | null; error: unknown },
): void {
  settle(doors, reply, call);
  const { page } = row.rest!;
  if (page && wantsPage(reply.request.headers.accept) && sendRefusedPage(page, reply, error)) return;
  sendError(reply, error, { successFamily: row.family === "success" });
}
