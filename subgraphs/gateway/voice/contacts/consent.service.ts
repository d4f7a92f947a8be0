import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import type { ConsentRow } from "../voice-tables.ts";
import { findRows, insertAll } from "../voice.rows.ts";
import type { VoiceContext } from "../voice.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { checkedNumber } from "./checked-number.ts";
import type * as types from "./permissions.types.ts";

/** Records a contact's consent, or its withdrawal. Throws VALIDATION_ERROR. */
export function recordConsent(
  ctx: VoiceContext,
  input: types.RecordConsentInput,
): Promise<types.CallConsent> {
  const phone = checkedNumber(input.phone);
  return exactlyOnce(ctx, { operation: "recordConsent", input }, async (em) => {
    const { ownerId: _, ...shown } = await addConsent(em, ctx, phone, input);
    return shown;
  });
}

/** Writes an entry of the ledger in the open transaction. Throws VALIDATION_ERROR for one of the future. */
export async function addConsent(
  em: EntityManager,
  ctx: VoiceContext,
  phone: string,
  { kind, source, at }: types.CallConsentInput,
): Promise<ConsentRow> {
  const now = ctx.clock.now();
  if (at && at > now)
    throw validationError([{ path: "at", message: "must not be in the future", rule: "past" }]);
  const row: ConsentRow = {
    id: newId("con"),
    ownerId: ownerOf(ctx),
    phone,
    kind,
    source,
    at: (at ?? now).toISOString(),
    createdAt: now.toISOString(),
  };
  await insertAll(em, "caller_consents", [row]);
  return row;
}

/** True when the newest entry for the number is a consent. */
export async function hasConsent(em: EntityManager, ownerId: string, phone: string): Promise<boolean> {
  const [newest] = await findRows(
    em,
    "caller_consents",
    "owner_id = $1 AND phone = $2 ORDER BY at DESC, created_at DESC, id DESC LIMIT 1",
    [ownerId, phone],
  );
  return newest !== undefined && newest.kind !== "revoked";
}
