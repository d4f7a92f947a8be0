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

/** What documents say of a client besides its name and addresses, and the language that they are in. */
export interface PrintedClient {
  taxId: string | null;
  country: string | null;
  language: DocumentLanguage | null;
  /** Payment terms in days; null without any. */
  termsDays: number | null;
}

const unknownClient: PrintedClient = { taxId: null, country: null, language: null, termsDays: null };

export async function printedClientOf(em: EntityManager, clientId: string | null): Promise<PrintedClient> {
  return (await printedClientsOf(em, [clientId])).get(clientId) ?? unknownClient;
}

/** What documents say of several clients, by their IDs. Documents without a client have one of which nothing is known. */
export async function printedClientsOf(
  em: EntityManager,
  clientIds: readonly (string | null)[],
): Promise<Map<string | null, PrintedClient>> {
  const ids = [...new Set(clientIds.filter((id) => id !== null))];
  const rows =
    ids.length === 0
      ? []
      : await executeSql<PrintedClient & { id: string }>(
          em,
          `SELECT id, tax_id AS "taxId", country, language, payment_terms_days AS "termsDays" FROM clients
           WHERE id = ANY($1)`,
          [ids],
        );
  const found = new Map(rows.map(({ id, ...client }) => [id, client]));
  return new Map(clientIds.map((id) => [id, (id === null ? null : found.get(id)) ?? unknownClient]));
}

/** E-mail addresses of a client's contacts that receive its invoices, the primary one first. */
export async function receivingContacts(em: EntityManager, clientId: string | null): Promise<string[]> {
  return (await receivingContactsOf(em, [clientId])).get(clientId) ?? [];
}

/** The same of several clients, by their IDs. */
export async function receivingContactsOf(
  em: EntityManager,
  clientIds: readonly (string | null)[],
): Promise<Map<string | null, string[]>> {
  const ids = [...new Set(clientIds.filter((id) => id !== null))];
  if (ids.length === 0) return new Map();
  const rows = await executeSql<{ clientId: string; email: string }>(
    em,
    `SELECT client_id AS "clientId", email FROM client_contacts WHERE client_id = ANY($1) AND receives_invoices
     ORDER BY is_primary DESC, created_at, id`,
    [ids],
  );
  const byClient = Map.groupBy(rows, ({ clientId }) => clientId);
  return new Map([...byClient].map(([id, contacts]) => [id, contacts.map(({ email }) => email)]));
}
