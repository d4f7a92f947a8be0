import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { rowCursors } from "../../../../src/db/cursor.ts";
import { cutPage } from "../../../../src/db/page.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import type { HubContext } from "../../hub.context.ts";
import { foldAddress } from "../contacts/contact-address.ts";
import { complaintStays, suppressionNotFound } from "../crm.errors.ts";
import { recordConsent } from "../contacts/consents.service.ts";
import type {
  AddSuppressionInput,
  CrmSuppression,
  CrmSuppressionPage,
  RemovedCrmSuppression,
  RemoveSuppressionInput,
  SuppressionsArgs,
} from "./suppression.types.ts";
import { refreshContactStatus, suppress } from "./suppressions.service.ts";

const columns = `id AS "suppressionId", channel, address, reason, source, created_at AS "createdAt"`;

/** Addresses of the caller's account that nothing goes to, the newest first. Throws INVALID_CURSOR. */
export async function listSuppressions(ctx: HubContext, args: SuppressionsArgs): Promise<CrmSuppressionPage> {
  const { limit, channel = null, reason = null, search } = args;
  const cursors = rowCursors(ctx, ["suppressions", channel, reason, search]);
  const after = cursors.decode(args.cursor);
  const pattern = search
    ? `%${search
        .trim()
        .toLowerCase()
        .replaceAll(/[\\%_]/g, "\\$&")}%`
    : null;
  const filter = `removed_at IS NULL AND owner_id = $1 AND ($2::text IS NULL OR channel = $2)
    AND ($3::text IS NULL OR reason = $3) AND ($4::text IS NULL OR address LIKE $4)`;
  const values = [ctx.principal.ownerId, channel, reason, pattern];
  return inTransaction(
    ctx,
    async (em) => {
      const count = `SELECT count(*)::int AS total FROM crm_suppressions WHERE ${filter}`;
      const [counted] = await executeSql<{ total: number }>(em, count, values);
      const found = await select(
        em,
        `${filter} AND ($5::timestamptz IS NULL OR (created_at, id) < ($5, $6)) ORDER BY created_at DESC, id DESC LIMIT $7`,
        [...values, after?.[0] ?? null, after?.[1] ?? null, limit + 1],
      );
      const { rows, nextCursor } = cutPage(found, limit, cursors, ({ createdAt, suppressionId }) => [
        createdAt.toISOString(),
        suppressionId,
      ]);
      return { suppressions: rows, nextCursor, total: counted?.total ?? 0 };
    },
    { readOnly: true },
  );
}

/** Suppresses an address in the owner's name. Idempotent. Throws 400 for an invalid address. */
export async function addSuppression(ctx: HubContext, input: AddSuppressionInput): Promise<CrmSuppression> {
  const { channel, reason } = input;
  const address = foldAddress(channel, input.address);
  if (address === null) {
    const rule = channel === "email" ? "email" : "phone";
    const message = `must be ${rule === "email" ? "an e-mail address" : "a phone number"}`;
    throw validationError([{ path: "address", message, rule }]);
  }
  const ownerId = ctx.principal.ownerId ?? "";
  const entry = { ownerId, channel, address, source: "owner", now: ctx.clock.now() };
  return exactlyOnce(ctx, { operation: "addSuppression", input }, async (em) => {
    if (reason === "unsubscribed") await recordConsent(em, { ...entry, status: "unsubscribed" });
    const { id } = await suppress(em, { ...entry, reason });
    const [row] = await select(em, "owner_id = $1 AND id = $2", [ownerId, id]);
    return row!;
  });
}

/**
 * Ends a suppression; who ended it and why is kept with it. Consent is not given back by it. Throws NOT_FOUND, and
 * INVALID_STATE for a complaint, which stays for good.
 */
export async function removeSuppression(
  ctx: HubContext,
  input: RemoveSuppressionInput,
): Promise<RemovedCrmSuppression> {
  const { suppressionId, reason } = input;
  const ownerId = ctx.principal.ownerId ?? "";
  const now = ctx.clock.now();
  return exactlyOnce(ctx, { operation: "removeSuppression", input }, async (em) => {
    const [row] = await select(em, "owner_id = $1 AND id = $2 AND removed_at IS NULL FOR UPDATE", [
      ownerId,
      suppressionId,
    ]);
    if (!row) throw suppressionNotFound();
    if (row.reason === "complaint") throw complaintStays();
    await executeSql(
      em,
      "UPDATE crm_suppressions SET removed_at = $2, removed_by = $3, removed_reason = $4 WHERE id = $1",
      [suppressionId, now, ctx.principal.id, reason.trim()],
    );
    if (row.channel === "email") await refreshContactStatus(em, { ownerId, emails: [row.address], now });
    return { suppressionId, removedAt: now };
  });
}

async function select(
  em: EntityManager,
  where: string,
  values: readonly unknown[],
): Promise<CrmSuppression[]> {
  const sql = `SELECT ${columns} FROM crm_suppressions WHERE ${where}`;
  const rows = await executeSql<Omit<CrmSuppression, "createdAt"> & { createdAt: string }>(em, sql, values);
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }));
}
