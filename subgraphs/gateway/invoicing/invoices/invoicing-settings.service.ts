import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { endOfDate } from "../../../../src/time/local-date.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { changeLogo, fetchLogo } from "../seller-profile/seller-profile.service.ts";
import { presentLateFee, readLateFee } from "../late-fees/late-fee-settings.ts";
import { settingsOf, type AccountSettings } from "./account-settings.service.ts";
import type { InvoicingSettings, UpdateInvoiceSettingsInput } from "./invoicing-settings.types.ts";

/** Reads the account's invoicing settings. */
export function readInvoicingSettings(ctx: InvoicingContext): Promise<InvoicingSettings> {
  return inTransaction(ctx, (em) => settingsNow(em, ownerOf(ctx)), { readOnly: true });
}

/** Reads an account's invoicing settings in the open transaction. */
export async function settingsNow(em: EntityManager, ownerId: string): Promise<InvoicingSettings> {
  return present(em, ownerId, await settingsOf(em, ownerId));
}

/**
 * Updates the account's invoicing settings. Existing documents keep their rounding. A new time zone also moves the
 * deadlines of open invoices and quotations. `logoFileId` sets the logo of the seller profile. Throws VALIDATION_ERROR when
 * `nextNumber` is not above the last number or a late fee has no limit, FILE_NOT_FOUND.
 */
export async function updateInvoicingSettings(
  ctx: InvoicingContext,
  input: UpdateInvoiceSettingsInput,
): Promise<InvoicingSettings> {
  const logo = await fetchLogo(ctx, input.logoFileId);
  return exactlyOnce(ctx, { operation: "updateInvoiceSettings", input }, async (em) => {
    const ownerId = ownerOf(ctx);
    await changeLogo(em, ctx, logo);
    const before = await settingsOf(em, ownerId);
    const settings = changed(before, input);
    await executeSql(
      em,
      `INSERT INTO invoicing_settings
         (owner_id, timezone, number_prefix, default_terms_days, rounding_mode, tax_rounding_level, footer, updated_at, late_fee)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb)
       ON CONFLICT (owner_id) DO UPDATE SET timezone = EXCLUDED.timezone, number_prefix = EXCLUDED.number_prefix,
         default_terms_days = EXCLUDED.default_terms_days, rounding_mode = EXCLUDED.rounding_mode,
         tax_rounding_level = EXCLUDED.tax_rounding_level, footer = EXCLUDED.footer, updated_at = EXCLUDED.updated_at,
         late_fee = EXCLUDED.late_fee`,
      [
        ownerId,
        settings.timezone,
        settings.numberPrefix,
        settings.defaultTermsDays,
        settings.roundingMode,
        settings.taxRoundingLevel,
        settings.footer,
        ctx.clock.now(),
        settings.lateFee && JSON.stringify(settings.lateFee),
      ],
    );
    if (typeof input.nextNumber === "number") {
      await raiseNumber(em, ownerId, settings.numberPrefix, input.nextNumber);
    }
    if (settings.timezone !== before.timezone) {
      await moveDeadlines(em, { ownerId, timezone: settings.timezone }, "invoices", "due_date", "overdue_at");
      await moveDeadlines(
        em,
        { ownerId, timezone: settings.timezone },
        "quotations",
        "valid_until",
        "expires_at",
      );
    }
    return present(em, ownerId, settings);
  });
}

function changed(before: AccountSettings, input: UpdateInvoiceSettingsInput): AccountSettings {
  const { defaultTermsDays, footer, lateFee } = input;
  return {
    timezone: input.timezone ?? before.timezone,
    numberPrefix: input.numberPrefix ?? before.numberPrefix,
    defaultTermsDays: defaultTermsDays === undefined ? before.defaultTermsDays : defaultTermsDays,
    roundingMode: input.roundingMode ?? before.roundingMode,
    taxRoundingLevel: input.taxRoundingLevel ?? before.taxRoundingLevel,
    footer: footer === undefined ? before.footer : footer,
    lateFee: lateFee === undefined ? before.lateFee : lateFee && readLateFee(lateFee),
  };
}

/** Raises the counter. Numbers can be skipped but never reused. */
async function raiseNumber(em: EntityManager, ownerId: string, prefix: string, next: number): Promise<void> {
  const [raised] = await executeSql(
    em,
    `INSERT INTO document_counters AS c (owner_id, prefix, last_number) VALUES ($1, $2, $3)
     ON CONFLICT (owner_id, prefix) DO UPDATE SET last_number = EXCLUDED.last_number
       WHERE c.last_number <= EXCLUDED.last_number
     RETURNING 1`,
    [ownerId, prefix, next - 1],
  );
  if (raised) return;
  throw validationError([
    { path: "nextNumber", message: "must be greater than the last number assigned", rule: "minimum" },
  ]);
}

async function present(
  em: EntityManager,
  ownerId: string,
  settings: AccountSettings,
): Promise<InvoicingSettings> {
  const [counter] = await executeSql<{ last: number }>(
    em,
    "SELECT last_number::float8 AS last FROM document_counters WHERE owner_id = $1 AND prefix = $2",
    [ownerId, settings.numberPrefix],
  );
  const [usual] = await executeSql<{ id: string }>(
    em,
    "SELECT id FROM tax_rates WHERE owner_id = $1 AND is_default",
    [ownerId],
  );
  return {
    ...settings,
    nextNumber: (counter?.last ?? 0) + 1,
    defaultTaxRateId: usual?.id ?? null,
    lateFee: presentLateFee(settings.lateFee),
  };
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
