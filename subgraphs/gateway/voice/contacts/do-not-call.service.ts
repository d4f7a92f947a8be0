import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { toE164 } from "../../../../src/telephony/phone-number.ts";
import { dropCallsTo } from "../calls/drop-calls.service.ts";
import { findRows, pageRows, updateRow } from "../voice.rows.ts";
import type { DoNotCallRow } from "../voice-tables.ts";
import type { VoiceContext } from "../voice.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { checkedNumber } from "./checked-number.ts";
import type * as types from "./permissions.types.ts";
import { findEntry, listNumber } from "./do-not-call.rows.ts";
import { lockNumber } from "./guards.service.ts";
import { notFound } from "../../base/gateway.errors.ts";

/** Forbids calls to a number; queued calls and callbacks to it are cancelled. Again, the entry that is there. */
export function addToDoNotCall(
  ctx: VoiceContext,
  input: types.AddToDoNotCallInput,
): Promise<types.DoNotCallEntry> {
  const phone = checkedNumber(input.phone);
  return exactlyOnce(ctx, { operation: "addToDoNotCall", input }, async (em) => {
    const { reason, source } = input;
    return present(await forbidNumber(em, ctx, { phone, reason, source }));
  });
}

/** The same in the open transaction, for a request of the callee during a call. */
export async function forbidNumber(
  em: EntityManager,
  ctx: VoiceContext,
  wanted: Pick<DoNotCallRow, "phone" | "reason" | "source">,
): Promise<DoNotCallRow> {
  const ownerId = ownerOf(ctx);
  await lockNumber(em, ownerId, wanted.phone);
  const entry = await listNumber(em, { ownerId, ...wanted, at: ctx.clock.now() });
  await dropCallsTo(em, ctx, wanted.phone);
  return entry;
}

/** Takes a number off the list; the entry and its proof are kept. Throws NOT_FOUND for one that is not there. */
export function removeFromDoNotCall(
  ctx: VoiceContext,
  input: types.RemoveFromDoNotCallInput,
): Promise<types.DoNotCallEntry> {
  const phone = checkedNumber(input.phone);
  return exactlyOnce(ctx, { operation: "removeFromDoNotCall", input }, async (em) => {
    const ownerId = ownerOf(ctx);
    await lockNumber(em, ownerId, phone);
    const entry = await findEntry(em, ownerId, phone);
    if (!entry) throw notFound("entry");
    const changes = { removedAt: ctx.clock.now().toISOString(), proof: input.proof };
    await updateRow(em, "caller_do_not_call", entry.id, changes);
    return present({ ...entry, ...changes });
  });
}

/** Looks many numbers up at once. */
export function checkDoNotCall(ctx: VoiceContext, phones: readonly string[]): Promise<types.DoNotCallChecks> {
  const numbers = phones.map((phone) => ({ phone, e164: toE164(phone) }));
  const read = async (em: EntityManager) => {
    const wanted = numbers.flatMap(({ e164 }) => e164 ?? []);
    const where = "owner_id = $1 AND phone = ANY ($2) AND removed_at IS NULL";
    const entries = await findRows(em, "caller_do_not_call", where, [ownerOf(ctx), wanted]);
    const since = new Map(entries.map((entry) => [entry.phone, entry.createdAt]));
    return {
      phones: numbers.map(({ phone, e164 }) => ({
        phone,
        e164,
        listed: e164 !== null && since.has(e164),
        since: (e164 === null ? null : since.get(e164)) ?? null,
      })),
    };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Numbers that the account must not call, newest first. */
export function listDoNotCall(
  ctx: VoiceContext,
  { limit, after }: types.DoNotCallListArgs,
): Promise<types.DoNotCallPage> {
  const read = async (em: EntityManager) => {
    const query = { where: "removed_at IS NULL", values: [], list: ["do not call"] as const, limit, after };
    const { rows, ...page } = await pageRows(em, ctx, "caller_do_not_call", query);
    return { entries: rows.map(present), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

function present(row: DoNotCallRow): types.DoNotCallEntry {
  const { id, phone, reason, source, removedAt, createdAt: since } = row;
  return { id, phone, reason, source, listed: removedAt === null, since, removedAt };
}
