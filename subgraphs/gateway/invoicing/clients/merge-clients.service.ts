import type { EntityManager } from "@mikro-orm/postgresql";
import { LockMode } from "@mikro-orm/core";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { validationError } from "../../../../src/errors.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { businessRule, invalidState, notFound } from "../../base/gateway.errors.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { RecurringInvoiceEntity } from "../recurring-invoices/recurring-invoice.entity.ts";
import { ClientEntity } from "../invoices/client.entity.ts";
import type { MergeClientsInput } from "./client-records.types.ts";
import type { Client } from "./clients.types.ts";
import { presentWithBalances } from "./read-clients.service.ts";

/**
 * Tables with a client, in the order in which other use cases lock their rows: payments and credit notes before the
 * invoices that they are applied to.
 */
const moved = [
  ["payments_received", "client_id"],
  ["credit_notes", "client_id"],
  ["invoices", "client_id"],
  ["quotations", "client_id"],
  ["recurring_invoices", "client_id"],
  ["expenses", "billable_client_id"],
  ["saved_payment_methods", "client_id"],
  ["auto_charges", "client_id"],
] as const;

/**
 * Moves all documents, payments and contacts of a client to another one, archives the source and records the merge. Printed
 * names and addresses of documents stay. Throws NOT_FOUND, VALIDATION_ERROR for a client with itself, INVALID_STATE for an
 * archived target, and BUSINESS_RULE for a source that was merged before.
 */
export function mergeClients(ctx: InvoicingContext, input: MergeClientsInput): Promise<Client> {
  const { sourceClientId, targetClientId } = input;
  if (sourceClientId === targetClientId) {
    const message = "must differ from sourceClientId";
    throw validationError([{ path: "targetClientId", message, rule: "distinct" }]);
  }
  return exactlyOnce(ctx, { operation: "mergeClients", input }, async (em) => {
    const { source, target } = await lockBoth(em, ctx, input);
    if (target.status !== "active") throw invalidState("client", target.status, ["active"]);
    const [merged] = await executeSql(em, "SELECT 1 FROM client_merges WHERE source_client_id = $1", [
      source.id,
    ]);
    if (merged)
      throw businessRule(
        "already_merged",
        "This client was merged before. Use the client it was merged into.",
      );
    const counts = await moveRows(em, source.id, target.id);
    archive(ctx, source);
    await em.flush();
    target.email ??= source.email;
    target.emailFolded ??= source.emailFolded;
    target.version += 1;
    target.updatedAt = ctx.clock.now();
    await em.flush();
    await billTarget(em, target);
    await executeSql(
      em,
      `INSERT INTO client_merges (source_client_id, owner_id, target_client_id, moved, merged_at)
       VALUES ($1, $2, $3, $4::jsonb, $5)`,
      [source.id, source.ownerId, target.id, JSON.stringify(counts), ctx.clock.now()],
    );
    return presentWithBalances(em, ctx, target);
  });
}

async function lockBoth(
  em: EntityManager,
  ctx: InvoicingContext,
  { sourceClientId, targetClientId }: MergeClientsInput,
): Promise<{ source: ClientEntity; target: ClientEntity }> {
  const where = { id: { $in: [sourceClientId, targetClientId] }, ownerId: ownerOf(ctx) };
  const rows = await em.find(ClientEntity, where, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    orderBy: { id: "asc" },
  });
  const source = rows.find(({ id }) => id === sourceClientId);
  const target = rows.find(({ id }) => id === targetClientId);
  if (!source || !target) throw notFound("client");
  return { source, target };
}

/** The names of tables and columns are constants of this file. */
async function moveRows(em: EntityManager, from: string, to: string): Promise<Record<string, number>> {
  for (const [table, column] of moved.slice(0, 2))
    await executeSql(em, `SELECT 1 FROM ${table} WHERE ${column} = $1 ORDER BY id FOR UPDATE`, [from]);
  const counts: Record<string, number> = {};
  // Invoices first: a payment that is being recorded holds the lock of its invoice, and is seen once it has committed.
  for (const [table, column] of [moved[2], ...moved.filter(([name]) => name !== "invoices")]) {
    const sql = `UPDATE ${table} SET ${column} = $2 WHERE ${column} = $1 RETURNING 1`;
    counts[table] = (await executeSql(em, sql, [from, to])).length;
  }
  const contacts = `UPDATE client_contacts SET client_id = $2,
      is_primary = is_primary AND NOT EXISTS (SELECT FROM client_contacts AS c WHERE c.client_id = $2 AND c.is_primary)
    WHERE client_id = $1 RETURNING 1`;
  counts["client_contacts"] = (await executeSql(em, contacts, [from, to])).length;
  return counts;
}

function archive(ctx: InvoicingContext, client: ClientEntity): void {
  client.status = "archived";
  client.version += 1;
  client.updatedAt = ctx.clock.now();
}

/** Recurring invoices bill by e-mail address; the source's would create a new client. */
async function billTarget(em: EntityManager, { id, email }: ClientEntity): Promise<void> {
  if (email === null) return;
  const rows = await em.find(RecurringInvoiceEntity, { clientId: id, clientEmail: { $ne: email } });
  for (const row of rows) {
    row.clientEmail = email;
    row.template = Object.assign({}, row.template, { client: email });
  }
}
