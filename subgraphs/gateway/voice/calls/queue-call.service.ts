import type { EntityManager } from "@mikro-orm/postgresql";
import { newId } from "../../../../src/ids.ts";
import { findByPhone } from "../contacts/contacts.service.ts";
import { refusalOf } from "../contacts/guards.service.ts";
import type { VoiceContext } from "../voice.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { emitCallEvent, recordCallEvent } from "./call-events.service.ts";
import { planCall, type WantedLead } from "./call-plan.service.ts";
import { newCallRow } from "./new-call.ts";
import { findOwn, insertAll } from "../voice.rows.ts";
import type { CallRow, NumberRow, Variables } from "../voice-tables.ts";
import { notFound } from "../../base/gateway.errors.ts";

/** A call to place, for a user, a callback or a campaign. */
export interface WantedCall extends WantedLead {
  /** E.164. */
  to: string;
  fromNumberId?: string | null;
  variables?: Variables;
  dueAt: Date;
  maxDurationSec?: number | null;
  campaignId?: string | null;
  callbackId?: string | null;
  attempt?: number;
  /** The unreached call that this one repeats. */
  retryOf?: string | null;
  hold?: Pick<CallRow, "holdId" | "heldMinutes" | "heldHundredths">;
}

/**
 * Queues a call in the open transaction. Throws what planning it throws, NOT_FOUND for the number it comes from, and the
 * guards' BUSINESS_RULE: `do_not_call`, `consent`, `calling_hours`, `attempts_per_day`.
 */
export async function queueCall(em: EntityManager, ctx: VoiceContext, wanted: WantedCall): Promise<CallRow> {
  const { to, dueAt, fromNumberId = null, hold } = wanted;
  const ownerId = ownerOf(ctx);
  const planned = await planCall(em, ctx, wanted);
  const number = fromNumberId === null ? null : await numberOf(em, ownerId, fromNumberId);
  const refusal = await refusalOf(em, { ownerId, phone: to, at: dueAt });
  if (refusal) throw refusal;
  const contact = await findByPhone(em, ownerId, to);
  const now = ctx.clock.now().toISOString();
  const ownVariables = {
    phone: to,
    ...(contact ? { contactName: contact.name } : {}),
    ...(number?.callerName ? { callerName: number.callerName } : {}),
  };
  const row = newCallRow({
    ...planned,
    ...hold,
    id: newId("call"),
    ownerId,
    direction: "outbound",
    toNumber: to,
    fromNumber: number?.e164 ?? null,
    contactId: contact?.id ?? null,
    campaignId: wanted.campaignId ?? null,
    callbackId: wanted.callbackId ?? null,
    maxDurationSec: wanted.maxDurationSec ?? planned.maxDurationSec,
    variables: { ...contact?.variables, ...ownVariables, ...wanted.variables },
    status: "queued",
    dueAt: dueAt.toISOString(),
    attempt: wanted.attempt ?? 1,
    retryOf: wanted.retryOf ?? null,
    createdAt: now,
    updatedAt: now,
  });
  await insertAll(em, "caller_calls", [row]);
  await recordCallEvent(em, ctx, row, "queued");
  await emitCallEvent(em, row);
  return row;
}

async function numberOf(em: EntityManager, ownerId: string, id: string): Promise<NumberRow> {
  const number = await findOwn(em, "caller_numbers", { ownerId, id });
  if (number?.status !== "active") throw notFound("number");
  return number;
}
