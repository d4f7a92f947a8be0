import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import type { DocumentLanguage } from "../printing/document-locale.ts";
import { ownerOf } from "../../base/gateway.context.ts";

/** Client of an invoice. */
export interface BilledClient {
  id: string;
  name: string;
  email: string;
  address: string | null;
}

/**
 * Finds the account's active client by e-mail address (case-insensitive) or creates one. Fills in an unknown name.
 * Concurrent requests create one client.
 */
export async function findOrCreateClient(
  em: EntityManager,
  ctx: InvoicingContext,
  { email, name }: { email: string; name: string | null },
): Promise<BilledClient> {
  const now = ctx.clock.now();
  const [row] = await executeSql<BilledClient>(
    em,
    `INSERT INTO clients AS c (id, owner_id, email, email_folded, name, is_name_known, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $7)
     ON CONFLICT (owner_id, email_folded) WHERE status = 'active' DO UPDATE SET
       name = CASE WHEN c.is_name_known OR NOT EXCLUDED.is_name_known THEN c.name ELSE EXCLUDED.name END,
       is_name_known = c.is_name_known OR EXCLUDED.is_name_known
     RETURNING id, name, email, billing_address AS address`,
    [newId("cli"), ownerOf(ctx), email, email.toLowerCase(), name ?? email.split("@")[0], name !== null, now],
  );
  return row!;
}

/** Document defaults of a client. */
export interface BillingTerms {
  currency: string | null;
  taxExempt: boolean;
}

/** Document defaults of the active client with this e-mail address; none for an unknown one. */
export async function billingTermsOf(
  em: EntityManager,
  ownerId: string,
  email: string,
): Promise<BillingTerms> {
  const [row] = await executeSql<BillingTerms>(
    em,
    `SELECT currency, tax_exempt AS "taxExempt" FROM clients
     WHERE owner_id = $1 AND email_folded = $2 AND status = 'active'`,
    [ownerId, email.toLowerCase()],
  );
  return row ?? { currency: null, taxExempt: false };
}

/** Payment terms of a client in days; null without any. */
export async function paymentTermsOf(em: EntityManager, clientId: string | null): Promise<number | null> {
  if (clientId === null) return null;
  const [row] = await executeSql<{ days: number | null }>(
    em,
    "SELECT payment_terms_days AS days FROM clients WHERE id = $1",
    [clientId],
  );
  return row?.days ?? null;
}

/** What documents say of a client besides its name and addresses, and the language that they are in. */
export interface PrintedClient {
  taxId: string | null;
  country: string | null;
  language: DocumentLanguage | null;
}

/** What documents say of a client; nothing without one. */
export async function printedClientOf(em: EntityManager, clientId: string | null): Promise<PrintedClient> {
  const sql = 'SELECT tax_id AS "taxId", country, language FROM clients WHERE id = $1';
  const [row] = clientId === null ? [] : await executeSql<PrintedClient>(em, sql, [clientId]);
  return row ?? { taxId: null, country: null, language: null };
}

/** E-mail addresses of a client's contacts that receive its invoices, the primary one first. */
export async function receivingContacts(em: EntityManager, clientId: string | null): Promise<string[]> {
  if (clientId === null) return [];
  const rows = await executeSql<{ email: string }>(
    em,
    `SELECT email FROM client_contacts WHERE client_id = $1 AND receives_invoices
     ORDER BY is_primary DESC, created_at, id`,
    [clientId],
  );
  return rows.map(({ email }) => email);
}
