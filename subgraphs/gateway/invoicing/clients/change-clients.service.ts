import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { DomainError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { ClientEntity } from "../invoices/client.entity.ts";
import type * as types from "./clients.types.ts";
import { presentWithBalances } from "./read-clients.service.ts";
import { invalidState, notFound, versionConflict } from "../../base/gateway.errors.ts";

/** Creates a client. Throws DUPLICATE when an active client of the account has this e-mail address. */
export function createClient(ctx: InvoicingContext, input: types.CreateClientInput): Promise<types.Client> {
  return exactlyOnce(ctx, { operation: "createClient", input }, async (em) => {
    const now = ctx.clock.now();
    const {
      name,
      email = null,
      phone,
      billingAddress,
      country,
      language,
      currency,
      taxId,
      taxExempt,
      paymentTermsDays,
      notes,
    } = input;
    const client = Object.assign(new ClientEntity(), {
      id: newId("cli"),
      ownerId: ownerOf(ctx),
      name,
      email,
      emailFolded: email?.toLowerCase() ?? null,
      isNameKnown: true,
      phone: phone ?? null,
      billingAddress: billingAddress ?? null,
      country: country ?? null,
      language: language ?? null,
      currency: currency ?? null,
      taxId: taxId ?? null,
      taxExempt: taxExempt ?? false,
      paymentTermsDays: paymentTermsDays ?? null,
      notes: notes ?? null,
      status: "active",
      version: 1,
      createdAt: now,
      updatedAt: now,
    } satisfies ClientEntity);
    await claimEmail(em, ctx, client);
    await em.persist(client).flush();
    return presentWithBalances(em, ctx, client);
  });
}

/**
 * Updates a client; existing documents stay unchanged. Throws NOT_FOUND, VERSION_CONFLICT, and DUPLICATE for an e-mail
 * address of another active client.
 */
export function updateClient(ctx: InvoicingContext, input: types.UpdateClientInput): Promise<types.Client> {
  return changeClient(ctx, "updateClient", input, async (em, client) => {
    const { clientId: _, version: __, name, email, taxExempt, ...details } = input;
    if (name) Object.assign(client, { name, isNameKnown: true });
    if (typeof taxExempt === "boolean") client.taxExempt = taxExempt;
    Object.assign(client, definedOf(details));
    if (email === undefined) return;
    Object.assign(client, { email, emailFolded: email?.toLowerCase() ?? null });
    await claimEmail(em, ctx, client);
  });
}

/** Hides a client from lists. Throws NOT_FOUND, and HAS_DOCUMENTS while a recurring invoice of theirs is active. */
export function archiveClient(ctx: InvoicingContext, input: types.ClientIdInput): Promise<types.Client> {
  return changeClient(ctx, "archiveClient", input, async (em, client) => {
    if (await hasRows(em, "recurring_invoices", client.id, "status <> 'ended'"))
      throw hasDocuments("archived");
    client.status = "archived";
  });
}

/** Restores an archived client. Throws NOT_FOUND, and DUPLICATE when another client now uses the e-mail address. */
export function restoreClient(ctx: InvoicingContext, input: types.ClientIdInput): Promise<types.Client> {
  return changeClient(ctx, "restoreClient", input, async (em, client) => {
    if (client.status !== "archived") throw invalidState("client", client.status, ["archived"]);
    client.status = "active";
    await claimEmail(em, ctx, client);
  });
}

/** Deletes a client without documents. Throws NOT_FOUND and HAS_DOCUMENTS. */
export function deleteClient(
  ctx: InvoicingContext,
  input: types.ClientIdInput,
): Promise<types.DeletedClient> {
  return exactlyOnce(ctx, { operation: "deleteClient", input }, async (em) => {
    const client = await lockClient(em, ctx, input.clientId);
    for (const table of [
      "invoices",
      "quotations",
      "payments_received",
      "credit_notes",
      "recurring_invoices",
    ]) {
      if (await hasRows(em, table, client.id)) throw hasDocuments("deleted");
    }
    if (await hasRows(em, "expenses", client.id, "true", "billable_client_id")) throw hasDocuments("deleted");
    await em.nativeDelete(ClientEntity, { id: client.id });
    return { id: client.id, deleted: true };
  });
}

function changeClient(
  ctx: InvoicingContext,
  operation: string,
  input: { clientId: string; version?: number | null },
  change: (em: EntityManager, client: ClientEntity) => Promise<void>,
): Promise<types.Client> {
  return exactlyOnce(ctx, { operation, input }, async (em) => {
    const client = await lockClient(em, ctx, input.clientId);
    if (typeof input.version === "number" && input.version !== client.version)
      throw versionConflict(client.version);
    await change(em, client);
    client.version += 1;
    client.updatedAt = ctx.clock.now();
    await em.flush();
    return presentWithBalances(em, ctx, client);
  });
}

async function lockClient(em: EntityManager, ctx: InvoicingContext, id: string): Promise<ClientEntity> {
  const where = { id, ownerId: ownerOf(ctx) };
  const client = await em.findOne(ClientEntity, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!client) throw notFound("client");
  return client;
}

/** Ensures a unique e-mail address. Concurrent requests for one address are serialized until the commit. */
async function claimEmail(
  em: EntityManager,
  ctx: InvoicingContext,
  { id, emailFolded }: Pick<ClientEntity, "id" | "emailFolded">,
): Promise<void> {
  if (emailFolded === null) return;
  const ownerId = ownerOf(ctx);
  await executeSql(em, "SELECT pg_advisory_xact_lock(hashtextextended('client of ' || $1, 0))", [
    `${ownerId} ${emailFolded}`,
  ]);
  const [taken] = await executeSql<{ id: string }>(
    em,
    "SELECT id FROM clients WHERE owner_id = $1 AND email_folded = $2 AND status = 'active' AND id <> $3",
    [ownerId, emailFolded, id],
  );
  if (!taken) return;
  throw new DomainError(
    "DUPLICATE",
    "Another client already uses this e-mail address. Use that client or another address.",
    { clientId: taken.id },
  );
}

/** The names of tables and columns are constants of this file. */
async function hasRows(
  em: EntityManager,
  table: string,
  clientId: string,
  condition = "true",
  column = "client_id",
): Promise<boolean> {
  const sql = `SELECT 1 FROM ${table} WHERE ${column} = $1 AND ${condition} LIMIT 1`;
  return (await executeSql(em, sql, [clientId])).length > 0;
}

function hasDocuments(step: "archived" | "deleted"): DomainError {
  const message =
    step === "archived"
      ? "The client has an active recurring invoice. End it before you archive the client."
      : "A client with documents cannot be deleted. Archive the client instead.";
  return new DomainError("HAS_DOCUMENTS", message);
}

function definedOf<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}
