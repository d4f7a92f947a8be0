import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import { checkedZone } from "../../base/checked-zone.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { invalidState, notFound } from "../../base/gateway.errors.ts";
import { routeNumberJob } from "../calls/call-jobs.types.ts";
import { inboundUrls } from "../calls/carrier-urls.ts";
import { checkedNumber } from "../contacts/checked-number.ts";
import { voiceAgentOf } from "../scripts/voice-agents.service.ts";
import type { VoiceContext } from "../voice.context.ts";
import { findOwn, findRows, insertAll, updateRow } from "../voice.rows.ts";
import type { RouteRow } from "../voice-tables.ts";
import type { RouteFacts, RouteHours, RouteQueue } from "./route-call.ts";
import type { InboundRoute, InboundRouteInput, SetInboundRouteInput } from "./routes.types.ts";

const everyDay = [1, 2, 3, 4, 5, 6, 7];

/**
 * Decides what happens to calls to a number; the carrier is updated after the commit. Throws NOT_FOUND, also for the voice agent,
 * INVALID_STATE for a number that is not active or an archived agent, and VALIDATION_ERROR for a route without a target or with two.
 */
export function setInboundRoute(ctx: VoiceContext, input: SetInboundRouteInput): Promise<InboundRoute> {
  const facts = checkedRoute(input.route);
  const queue = checkedQueue(input.route);
  return exactlyOnce(ctx, { operation: "setInboundRoute", input }, async (em) => {
    const ownerId = ownerOf(ctx);
    const number = await findOwn(em, "caller_numbers", { ownerId, id: input.numberId, lock: true });
    if (!number) throw notFound("number");
    if (number.status !== "active") throw invalidState("number", number.status, ["active"]);
    for (const id of [facts.voiceAgentId, queue?.callbackAgentId ?? null]) {
      if (id === null) continue;
      const { status } = await voiceAgentOf(em, ctx, id);
      if (status !== "active") throw invalidState("voice agent", status, ["active"]);
    }
    const updatedAt = ctx.clock.now().toISOString();
    const before = await routeOfNumber(em, number.id);
    const row: RouteRow = {
      ...facts,
      id: before?.id ?? newId("rou"),
      ownerId,
      numberId: number.id,
      blockedNumbers: [...facts.blockedNumbers],
      queue,
      isLive: before?.isLive ?? false,
      version: (before?.version ?? 0) + 1,
      createdAt: before?.createdAt ?? updatedAt,
      updatedAt,
    };
    if (before) await updateRow(em, "caller_routes", row.id, row);
    else await insertAll(em, "caller_routes", [row]);
    if (!row.isLive) await enqueue(em, routeNumberJob, { numberId: number.id, ownerId });
    return presentRoute(row);
  });
}

function checkedRoute(input: InboundRouteInput): RouteFacts {
  const { voiceAgentId = null, forwardTo = null, voicemail = null, blockedNumbers } = input;
  if (voiceAgentId !== null && forwardTo !== null)
    throw routeFault("route.forwardTo", "must not be combined with voiceAgentId", "one_of");
  if (voiceAgentId === null && forwardTo === null && voicemail === null)
    throw routeFault("route.voiceAgentId", "is required unless forwardTo or voicemail is given", "required");
  return {
    voiceAgentId,
    forwardTo: forwardTo === null ? null : checkedNumber(forwardTo, "route.forwardTo"),
    hours: input.hours ? checkedHours(input.hours) : null,
    voicemail,
    contactsOnly: input.contactsOnly ?? false,
    blockedNumbers: (blockedNumbers ?? []).map((one) => checkedNumber(one, "route.blockedNumbers")),
  };
}

const defaultWaitSec = 600;

function checkedQueue({ queue, forwardTo }: InboundRouteInput): RouteQueue | null {
  if (!queue) return null;
  if (!forwardTo) throw routeFault("route.queue", "must be given with forwardTo", "forward_to");
  const { musicUrl = null, maxWaitSec, callbackAgentId = null } = queue;
  return { musicUrl, maxWaitSec: maxWaitSec ?? defaultWaitSec, callbackAgentId };
}

function checkedHours({ timezone, from, to, days }: NonNullable<InboundRouteInput["hours"]>): RouteHours {
  if (from >= to) throw routeFault("route.hours.to", "must be after from", "after");
  return { timezone: checkedZone(timezone)!, from, to, days: days ? [...new Set(days)] : everyDay };
}

function routeFault(path: string, message: string, rule: string) {
  return validationError([{ path, message, rule }]);
}

/** Has the carrier send a number's calls to us. For the job, which retries. */
export async function routeNumber(ctx: VoiceContext, numberId: string): Promise<void> {
  const read = async (em: EntityManager) => ({
    number: await findOwn(em, "caller_numbers", { ownerId: ownerOf(ctx), id: numberId }),
    route: await routeOfNumber(em, numberId),
  });
  const { number, route } = await inTransaction(ctx, read, { readOnly: true });
  if (!route || number?.status !== "active" || number.carrierSid === null) return;
  const outcome = await ctx.ports.voice.carrier.routeNumber(number.carrierSid, inboundUrls(ctx.publicUrl));
  if (outcome.kind !== "taken") throw new Error("The carrier did not accept the route of a number.");
  await inTransaction(ctx, (em) => updateRow(em, "caller_routes", route.id, { isLive: true }));
}

/** The routes of numbers, by the number's ID. */
export async function routesOf(
  em: EntityManager,
  numberIds: readonly string[],
): Promise<Map<string, InboundRoute>> {
  const rows = await findRows(em, "caller_routes", "number_id = ANY ($1)", [numberIds]);
  return new Map(rows.map((row) => [row.numberId, presentRoute(row)]));
}

export async function routeOfNumber(em: EntityManager, numberId: string): Promise<RouteRow | null> {
  return (await findRows(em, "caller_routes", "number_id = $1", [numberId]))[0] ?? null;
}

function presentRoute({ id: _id, ownerId: _owner, createdAt: _created, ...shown }: RouteRow): InboundRoute {
  return shown;
}
