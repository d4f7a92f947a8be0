import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { storedConsent, type ContactRow } from "./contact.rows.ts";

const facts = `id text, email text, phone text, "firstName" text, "lastName" text, company text, "companyId" text, tags text[],
  "customFields" jsonb, consent jsonb, status text`;

function toJson(rows: readonly ContactRow[]): string {
  return JSON.stringify(rows.map((row) => ({ ...row, consent: storedConsent(row.consent) })));
}

/** Adds contacts of one owner, in one statement. */
export async function insertContacts(
  em: EntityManager,
  { ownerId, now }: { ownerId: string; now: Date },
  rows: readonly ContactRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await executeSql(
    em,
    `INSERT INTO crm_contacts (id, owner_id, email, phone, first_name, last_name, company, company_id, tags, custom_fields,
       consent, status, created_at, updated_at)
     SELECT id, $1, email, phone, "firstName", "lastName", company, "companyId", tags, "customFields", consent, status, $2, $2
     FROM jsonb_to_recordset($3::jsonb) AS row(${facts})`,
    [ownerId, now, toJson(rows)],
  );
}

/** Updates locked contacts in one statement, each with a new version. */
export async function rewriteContacts(
  em: EntityManager,
  { ownerId, now }: { ownerId: string; now: Date },
  rows: readonly ContactRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await executeSql(
    em,
    `UPDATE crm_contacts c SET email = row.email, phone = row.phone, first_name = row."firstName",
       last_name = row."lastName", company = row.company, company_id = row."companyId", tags = row.tags, custom_fields = row."customFields",
       consent = row.consent, status = row.status, version = c.version + 1, updated_at = $2
     FROM jsonb_to_recordset($3::jsonb) AS row(${facts}) WHERE c.owner_id = $1 AND c.id = row.id`,
    [ownerId, now, toJson(rows)],
  );
}

/** Erases all of a locked contact but its id and creation time. */
export async function eraseContact(em: EntityManager, id: string, now: Date): Promise<void> {
  await executeSql(
    em,
    `UPDATE crm_contacts SET email = NULL, phone = NULL, first_name = NULL, last_name = NULL, company = NULL,
       company_id = NULL, tags = '{}',
       custom_fields = '{}', consent = '{}', status = 'archived', erased_at = $2, updated_at = $2 WHERE id = $1`,
    [id, now],
  );
  // What was done with a person is about the person; deals are about the business.
  await executeSql(em, "DELETE FROM crm_activities WHERE contact_id = $1", [id]);
  await executeSql(em, "DELETE FROM crm_tasks WHERE contact_id = $1", [id]);
  await executeSql(em, "UPDATE crm_deals SET contact_id = NULL, updated_at = $2 WHERE contact_id = $1", [
    id,
    now,
  ]);
  await executeSql(em, "DELETE FROM crm_contact_sources WHERE contact_id = $1", [id]);
  await executeSql(em, "UPDATE crm_consents SET address = NULL WHERE contact_id = $1", [id]);
}
