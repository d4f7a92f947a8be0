import type { EntityManager } from "@mikro-orm/postgresql";
import { ofOpenAccount } from "../../../../src/access/open-account.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import type { ReminderTemplate } from "../payment-reminders/reminders.types.ts";

/** An invoice that a rule has a stage for today. */
export interface DueReminder {
  ownerId: string;
  invoiceId: string;
  template: ReminderTemplate;
  /** Days of the stage when it charges a late fee; null otherwise. */
  feeDays: number | null;
}

/**
 * Unpaid invoices of open accounts with a stage of an active rule on the account's current day, and without a reminder on it.
 * Of several rules with a stage on that day the oldest counts.
 */
export function selectDueReminders(em: EntityManager, now: Date, limit: number): Promise<DueReminder[]> {
  return executeSql<DueReminder>(
    em,
    `SELECT DISTINCT ON (i.id) i.owner_id AS "ownerId", i.id AS "invoiceId", r.template,
       CASE WHEN (stage->>'chargesLateFee')::boolean THEN (stage->>'days')::int END AS "feeDays"
     FROM reminder_rules AS r
     CROSS JOIN LATERAL jsonb_array_elements(r.offsets) AS stage
     LEFT JOIN invoicing_settings AS s ON s.owner_id = r.owner_id
     CROSS JOIN LATERAL (SELECT ($1::timestamptz AT TIME ZONE coalesce(s.timezone, 'UTC'))::date AS today) AS day
     JOIN invoices AS i ON i.owner_id = r.owner_id AND i.due_date = day.today - (stage->>'days')::int
     WHERE r.is_active AND i.status = 'sent' AND i.deleted_at IS NULL AND i.client_email IS NOT NULL
       AND NOT EXISTS (SELECT FROM payment_reminders AS p WHERE p.invoice_id = i.id AND p.sent_on = day.today)
       AND ${ofOpenAccount("i.owner_id")}
     ORDER BY i.id, r.created_at, r.id LIMIT $2`,
    [now, limit],
  );
}
