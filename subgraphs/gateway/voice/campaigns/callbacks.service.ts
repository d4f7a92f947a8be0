import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { checkedZone } from "../../base/checked-zone.ts";
import { minutesOf, momentsAround, momentsOf, wallClockOf } from "../../base/wall-clock.ts";
import { rulesOf, zonesOfPerson } from "../contacts/calling-rules.service.ts";
import { nextWithinHours } from "../contacts/calling-window.ts";
import { checkedNumber } from "../contacts/checked-number.ts";
import { contactOf } from "../contacts/contacts.service.ts";
import { lockNumber } from "../contacts/guards.service.ts";
import { isListed } from "../contacts/do-not-call.rows.ts";
import { planCall } from "../calls/call-plan.service.ts";
import { findOwn, insertAll, pageRows, updateRow } from "../voice.rows.ts";
import type { CallbackRow } from "../voice-tables.ts";
import type { VoiceContext } from "../voice.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import type * as types from "./callbacks.types.ts";
import { businessRule, invalidState, notFound } from "../../base/gateway.errors.ts";

/**
 * Schedules a call in the called person's local time; a time outside of calling hours is moved to the next one inside.
 * Throws VALIDATION_ERROR, NOT_FOUND, and BUSINESS_RULE `do_not_call`, or `calling_hours` when none is left before the
 * limit.
 */
export function scheduleCallback(
  ctx: VoiceContext,
  input: types.ScheduleCallbackInput,
): Promise<types.Callback> {
  requireOne(input, "contactId", "phone");
  requireOne(input, "at", "window");
  checkedZone(input.timezone);
  const operation = "scheduleCallback";
  return exactlyOnce(ctx, { operation, input }, (em) => addCallback(em, ctx, input));
}

/** As `scheduleCallback`, in the open transaction. */
export async function addCallback(
  em: EntityManager,
  ctx: VoiceContext,
  input: types.ScheduleCallbackInput,
): Promise<types.Callback> {
  const asked = checkedZone(input.timezone);
  const ownerId = ownerOf(ctx);
  const contact = input.contactId ? await contactOf(em, ctx, input.contactId) : null;
  const phone = contact?.phone ?? checkedNumber(input.phone!);
  const { voiceAgentId = null, scriptId = null } = input;
  await planCall(em, ctx, { voiceAgentId, scriptId });
  await lockNumber(em, ownerId, phone);
  if (await isListed(em, ownerId, phone))
    throw businessRule(
      "do_not_call",
      "This number is on the do-not-call list. Remove it from the list first.",
      { phone },
    );
  const timezone = asked ?? (await zonesOfPerson(em, ownerId, phone))[0]!;
  const wanted = { phone, timezone, from: input.at ?? input.window!.from, to: input.window?.to ?? null };
  const now = ctx.clock.now().toISOString();
  const row: CallbackRow = {
    id: newId("cbk"),
    ownerId,
    phone,
    contactId: contact?.id ?? null,
    voiceAgentId,
    scriptId,
    timezone,
    ...(await fit(em, ctx, wanted)),
    reason: input.reason ?? null,
    status: "scheduled",
    missedBecause: null,
    callId: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  await insertAll(em, "caller_callbacks", [row]);
  return present(row);
}

/** Moves a callback that has not begun. Throws as `scheduleCallback`, and INVALID_STATE. */
export function rescheduleCallback(
  ctx: VoiceContext,
  input: types.RescheduleCallbackInput,
): Promise<types.Callback> {
  return exactlyOnce(ctx, { operation: "rescheduleCallback", input }, async (em) => {
    const row = await lockPlanned(em, ctx, input.callbackId);
    const { phone, timezone } = row;
    const place = await fit(em, ctx, { phone, timezone, from: input.at, to: null });
    return change(em, ctx, row, { ...place, status: "scheduled" });
  });
}

/** Ends a callback that has not begun; again, nothing happens. Throws NOT_FOUND and INVALID_STATE. */
export function cancelCallback(ctx: VoiceContext, input: types.CallbackIdInput): Promise<types.Callback> {
  return exactlyOnce(ctx, { operation: "cancelCallback", input }, async (em) => {
    const id = input.callbackId;
    const row = await findOwn(em, "caller_callbacks", { ownerId: ownerOf(ctx), id, lock: true });
    if (row?.status === "cancelled") return present(row);
    return change(em, ctx, await lockPlanned(em, ctx, id), { status: "cancelled" });
  });
}

/** The account's callbacks, newest first. */
export function listCallbacks(
  ctx: VoiceContext,
  { status = null, from = null, to = null, limit, after }: types.CallbacksArgs,
): Promise<types.CallbackPage> {
  const read = async (em: EntityManager) => {
    const { rows, ...page } = await pageRows(em, ctx, "caller_callbacks", {
      where: `($2::text IS NULL OR status = $2) AND ($3::timestamptz IS NULL OR at >= $3)
        AND ($4::timestamptz IS NULL OR at < $4)`,
      values: [status, from, to],
      list: ["callbacks", status, from, to],
      limit,
      after,
    });
    return { callbacks: rows.map(present), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

interface WantedTime {
  phone: string;
  timezone: string;
  /** Local times. */
  from: string;
  to: string | null;
}

/** The wanted time, or the first after it that is within the hours, and in the span where there is one. */
async function fit(
  em: EntityManager,
  ctx: VoiceContext,
  { phone, timezone, from, to }: WantedTime,
): Promise<{ at: string; moved: boolean }> {
  const wanted = momentOf(from, timezone);
  if (wanted < ctx.clock.now())
    throw validationError([{ path: "at", message: "must not be in the past", rule: "ahead" }]);
  const ownerId = ownerOf(ctx);
  const zones = await zonesOfPerson(em, ownerId, phone);
  const at = nextWithinHours(zones, await rulesOf(em, ownerId), wanted);
  if (at === null || (to !== null && at > momentOf(to, timezone)))
    throw businessRule("calling_hours", "The requested time leaves no calling hours. Choose another time.", {
      nextAllowedAt: at,
    });
  return { at: at.toISOString(), moved: at.getTime() !== wanted.getTime() };
}

/** When clocks show this, for the first time; where they are put forward over it, when that is over. */
function momentOf(local: string, timezone: string): Date {
  const [date, time] = local.split("T") as [string, string];
  const [first] = momentsOf(date, minutesOf(time), timezone);
  return new Date(first ?? momentsAround(date, minutesOf(time), timezone).at(-1)!);
}

async function lockPlanned(em: EntityManager, ctx: VoiceContext, id: string): Promise<CallbackRow> {
  const row = await findOwn(em, "caller_callbacks", { ownerId: ownerOf(ctx), id, lock: true });
  if (!row) throw notFound("callback");
  if (row.status !== "scheduled" && row.status !== "due")
    throw invalidState("callback", row.status, ["scheduled", "due"]);
  return row;
}

async function change(
  em: EntityManager,
  ctx: VoiceContext,
  row: CallbackRow,
  fields: Partial<CallbackRow>,
): Promise<types.Callback> {
  const changes = { ...fields, version: row.version + 1, updatedAt: ctx.clock.now().toISOString() };
  await updateRow(em, "caller_callbacks", row.id, changes);
  return present({ ...row, ...changes });
}

function requireOne<Input>(input: Input, one: keyof Input & string, other: keyof Input & string): void {
  if (!input[one] !== !input[other]) return;
  throw validationError([
    { path: one, message: `is required, or give ${other} instead (not both)`, rule: "one_of" },
  ]);
}

function present({ ownerId: _, updatedAt: __, ...row }: CallbackRow): types.Callback {
  const { date, time } = wallClockOf(Date.parse(row.at), row.timezone);
  return { ...row, localTime: `${date}T${time}` };
}
