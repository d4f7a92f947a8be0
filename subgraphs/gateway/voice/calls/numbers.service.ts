import type { EntityManager } from "@mikro-orm/postgresql";
import { onceOutside } from "../../../../src/db/outside-effect.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import type { VoiceContext } from "../voice.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { duplicate } from "../voice.errors.ts";
import { findOwn, findRows, insertAll, pageRows, updateRow } from "../voice.rows.ts";
import type { NumberRow } from "../voice-tables.ts";
import { routesOf } from "../inbound/routes.service.ts";
import type { InboundRoute } from "../inbound/routes.types.ts";
import type * as types from "./numbers.types.ts";
import { businessRule } from "../../base/gateway.errors.ts";

/** Numbers that the carrier offers now. Throws UPSTREAM_FAILED. */
export async function offerNumbers(
  ctx: VoiceContext,
  { country, areaCode = null, contains = null }: types.NumberOffersArgs,
): Promise<types.NumberOffers> {
  return { offers: await ctx.ports.voice.carrier.offerNumbers({ country, areaCode, contains }) };
}

/**
 * Registers a carrier number for the account. Throws DUPLICATE for a number already in use here, BUSINESS_RULE
 * number_refused for one that the carrier does not provide, and UPSTREAM_FAILED; repeating the request resumes it.
 */
export function registerNumber(
  ctx: VoiceContext,
  input: types.RegisterPhoneNumberInput,
): Promise<types.CallerNumber> {
  const ownerId = ownerOf(ctx);
  return onceOutside(
    ctx,
    { operation: "registerPhoneNumber", input },
    {
      record: (em) => claimNumber(em, ctx, input),
      act: async (_intent) => ctx.ports.voice.carrier.buyNumber(input.e164),
      settle: async (em, { id }, reply) => {
        const row = (await findOwn(em, "caller_numbers", { ownerId, id, lock: true }))!;
        const isOurs = reply.kind === "bought";
        const changes = {
          status: isOurs ? ("active" as const) : ("released" as const),
          carrierSid: isOurs ? reply.sid : null,
          version: row.version + 1,
          updatedAt: ctx.clock.now().toISOString(),
        };
        await updateRow(em, "caller_numbers", id, changes);
        return presentNumber({ ...row, ...changes });
      },
    },
  ).then((number) => {
    if (number.status === "released")
      throw businessRule(
        "number_refused",
        "The carrier rejected this number. Choose another available number.",
        { e164: input.e164 },
      );
    return number;
  });
}

/** The row that reserves the number during the carrier request; an unfinished one of the same account is resumed. */
async function claimNumber(
  em: EntityManager,
  ctx: VoiceContext,
  { e164, label = null }: types.RegisterPhoneNumberInput,
): Promise<{ id: string }> {
  const ownerId = ownerOf(ctx);
  const now = ctx.clock.now().toISOString();
  const row: NumberRow = {
    id: newId("pho"),
    ownerId,
    e164,
    label,
    callerName: null,
    voiceAgentId: null,
    carrierSid: null,
    status: "pending",
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  await insertAll(em, "caller_numbers", [row], "ON CONFLICT DO NOTHING");
  const where = "owner_id = $1 AND e164 = $2 AND status <> 'released'";
  const [known] = await findRows(em, "caller_numbers", where, [ownerId, e164]);
  if (known?.id === row.id || known?.status === "pending") return { id: known.id };
  throw duplicate("number", { e164 });
}

/** The account's numbers, newest first. */
export function listNumbers(
  ctx: VoiceContext,
  { status = null, limit, after }: types.CallerNumbersArgs,
): Promise<types.CallerNumberPage> {
  const read = async (em: EntityManager) => {
    const { rows, ...page } = await pageRows(em, ctx, "caller_numbers", {
      where: "($2::text IS NULL OR status = $2)",
      values: [status],
      list: ["caller numbers", status],
      limit,
      after,
    });
    const routes = await routesOf(
      em,
      rows.map(({ id }) => id),
    );
    return { numbers: rows.map((row) => presentNumber(row, routes.get(row.id) ?? null)), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

export function presentNumber(row: NumberRow, inboundRoute: InboundRoute | null = null): types.CallerNumber {
  const { id, e164, label, callerName, voiceAgentId, status, version, createdAt } = row;
  return { id, e164, label, callerName, voiceAgentId, status, inboundRoute, version, createdAt };
}
