import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../src/db/idempotency.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { inTransaction } from "../../../src/db/transaction.ts";
import { endOfDate } from "../../../src/local-date.ts";
import { ownerOf, type GatewayContext } from "../gateway.context.ts";
import { timezoneOf } from "./account-days.service.ts";
import type { InvoicingSettings, UpdateInvoiceSettingsInput } from "./invoice-life.types.ts";

/** How the caller's account invoices. */
export function readInvoicingSettings(ctx: GatewayContext): Promise<InvoicingSettings> {
  return inTransaction(ctx, async (em) => ({ timezone: await timezoneOf(em, ownerOf(ctx)) }), {
    readOnly: true,
  });
}

/**
 * Changes how the account invoices. A new timezone also moves the ends of the days that open invoices are due and that
 * open quotations hold.
 */
export function updateInvoicingSettings(
  ctx: GatewayContext,
  input: UpdateInvoiceSettingsInput,
): Promise<InvoicingSettings> {
  return exactlyOnce(ctx, { operation: "updateInvoiceSettings", input }, async (em) => {
    const ownerId = ownerOf(ctx);
    const { timezone } = input;
    if (!timezone) return { timezone: await timezoneOf(em, ownerId) };
    await executeSql(
      em,
      `INSERT INTO invoicing_settings (owner_id, timezone, updated_at) VALUES ($1, $2, $3)
       ON CONFLICT (owner_id) DO UPDATE SET timezone = EXCLUDED.timezone, updated_at = EXCLUDED.updated_at`,
      [ownerId, timezone, ctx.clock.now()],
    );
    await moveDeadlines(em, { ownerId, timezone }, "invoices", "due_date", "overdue_at");
    await moveDeadlines(em, { ownerId, timezone }, "quotations", "valid_until", "expires_at");
    return { timezone };
  });
}

/** Sets each open document's deadline to the end of its date in the new timezone. */
async function moveDeadlines(
  em: EntityManager,
  { ownerId, timezone }: { ownerId: string; timezone: string },
  table: "invoices" | "quotations",
  dateColumn: "due_date" | "valid_until",
  deadlineColumn: "overdue_at" | "expires_at",
): Promise<void> {
  const open = `owner_id = $1 AND status IN ('draft', 'sent') AND ${dateColumn} IS NOT NULL`;
  const rows = await executeSql<{ date: string }>(
    em,
    `SELECT DISTINCT ${dateColumn}::text AS date FROM ${table} WHERE ${open}`,
    [ownerId],
  );
  const dates = rows.map(({ date }) => date);
  await executeSql(
    em,
    `UPDATE ${table} SET ${deadlineColumn} = moved.deadline
     FROM unnest($2::date[], $3::timestamptz[]) AS moved (date, deadline)
     WHERE ${open} AND ${dateColumn} = moved.date`,
    [ownerId, dates, dates.map((date) => endOfDate(date, timezone))],
  );
}
