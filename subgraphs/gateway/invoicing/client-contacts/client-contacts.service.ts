import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { plainRows } from "../../../../src/db/rows.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { businessRule, notFound } from "../../base/gateway.errors.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { ClientEntity } from "../invoices/client.entity.ts";
import type * as types from "./client-contacts.types.ts";

interface ContactRow {
  id: string;
  ownerId: string;
  clientId: string;
  name: string;
  email: string;
  isPrimary: boolean;
  receivesInvoices: boolean;
  createdAt: string;
  updatedAt: string;
}

const mostContacts = 50;
const { findRows, findOwn, insertAll, updateRow } = plainRows<{ client_contacts: ContactRow }>();

/** Adds a contact; the first one is primary. Throws NOT_FOUND, and BUSINESS_RULE above 50 contacts. */
export function addClientContact(
  ctx: InvoicingContext,
  input: types.AddClientContactInput,
): Promise<types.ClientContact> {
  return exactlyOnce(ctx, { operation: "addClientContact", input }, async (em) => {
    const { clientId, name, email } = input;
    await lockClient(em, ctx, clientId);
    const others = await contactsOf(em, clientId);
    if (others.length >= mostContacts)
      throw businessRule(
        "too_many_contacts",
        `A client has at most ${mostContacts} contacts. Remove one first.`,
      );
    const isPrimary = others.length === 0 || input.isPrimary === true;
    if (isPrimary) await demotePrimary(em, clientId);
    const now = ctx.clock.now().toISOString();
    const row = { id: newId("cct"), ownerId: ownerOf(ctx), clientId, name, email, isPrimary };
    const times = { createdAt: now, updatedAt: now };
    const contact = { ...row, receivesInvoices: input.receivesInvoices ?? false, ...times };
    await insertAll(em, "client_contacts", [contact]);
    return present(contact);
  });
}

/** All contacts of a client, the primary one first, then the oldest. Throws NOT_FOUND. */
export function listClientContacts(
  ctx: InvoicingContext,
  { clientId }: types.ClientContactsArgs,
): Promise<types.ClientContactList> {
  const read = async (em: EntityManager) => {
    if ((await em.count(ClientEntity, { id: clientId, ownerId: ownerOf(ctx) })) === 0)
      throw notFound("client");
    return { contacts: (await contactsOf(em, clientId)).map(present) };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/**
 * Changes a contact; a new primary one replaces the earlier. Throws NOT_FOUND, and BUSINESS_RULE when no primary contact or
 * no recipient of invoices would be left.
 */
export function updateClientContact(
  ctx: InvoicingContext,
  input: types.UpdateClientContactInput,
): Promise<types.ClientContact> {
  return exactlyOnce(ctx, { operation: "updateClientContact", input }, async (em) => {
    const { contact, client } = await lockContact(em, ctx, input.contactId);
    const { name, email, isPrimary, receivesInvoices } = input;
    if (isPrimary === false && contact.isPrimary)
      throw businessRule("needs_primary", "A client needs a primary contact. Make another contact primary.");
    if (receivesInvoices === false) await requireOtherReceiver(em, client, contact);
    if (isPrimary === true) await demotePrimary(em, client.id);
    const changes = {
      name: name ?? contact.name,
      email: email ?? contact.email,
      isPrimary: isPrimary ?? contact.isPrimary,
      receivesInvoices: receivesInvoices ?? contact.receivesInvoices,
      updatedAt: ctx.clock.now().toISOString(),
    };
    await updateRow(em, "client_contacts", contact.id, changes);
    return present({ ...contact, ...changes });
  });
}

/**
 * Removes a contact; of a primary one the oldest other becomes primary. Throws NOT_FOUND, and BUSINESS_RULE for the only
 * recipient of the client's invoices.
 */
export function removeClientContact(
  ctx: InvoicingContext,
  input: types.RemoveClientContactInput,
): Promise<types.RemovedClientContact> {
  return exactlyOnce(ctx, { operation: "removeClientContact", input }, async (em) => {
    const { contact, client } = await lockContact(em, ctx, input.contactId);
    await requireOtherReceiver(em, client, contact);
    await executeSql(em, "DELETE FROM client_contacts WHERE id = $1", [contact.id]);
    const [oldest] = await contactsOf(em, client.id);
    if (contact.isPrimary && oldest) await updateRow(em, "client_contacts", oldest.id, { isPrimary: true });
    return { id: contact.id, removed: true };
  });
}

function contactsOf(em: EntityManager, clientId: string): Promise<ContactRow[]> {
  const where = "t.client_id = $1 ORDER BY t.is_primary DESC, t.created_at, t.id";
  return findRows(em, "client_contacts", where, [clientId]);
}

async function demotePrimary(em: EntityManager, clientId: string): Promise<void> {
  await executeSql(em, "UPDATE client_contacts SET is_primary = false WHERE client_id = $1 AND is_primary", [
    clientId,
  ]);
}

async function requireOtherReceiver(
  em: EntityManager,
  client: ClientEntity,
  { id, receivesInvoices }: ContactRow,
): Promise<void> {
  if (!receivesInvoices || client.email !== null) return;
  const others = await contactsOf(em, client.id);
  if (others.some((other) => other.id !== id && other.receivesInvoices)) return;
  const message = "This contact is the only recipient of the client's invoices. Add another recipient first.";
  throw businessRule("only_receiver", message);
}

/** The row lock of the client serializes changes of its contacts. */
async function lockClient(em: EntityManager, ctx: InvoicingContext, id: string): Promise<ClientEntity> {
  const where = { id, ownerId: ownerOf(ctx) };
  const client = await em.findOne(ClientEntity, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!client) throw notFound("client");
  return client;
}

async function lockContact(
  em: EntityManager,
  ctx: InvoicingContext,
  id: string,
): Promise<{ contact: ContactRow; client: ClientEntity }> {
  const ownerId = ownerOf(ctx);
  const found = await findOwn(em, "client_contacts", { ownerId, id });
  if (!found) throw notFound("contact");
  const client = await lockClient(em, ctx, found.clientId);
  // Read again under the lock: another request may have removed or moved it.
  const contact = await findOwn(em, "client_contacts", { ownerId, id });
  if (contact?.clientId !== client.id) throw notFound("contact");
  return { contact, client };
}

function present({ ownerId: _, createdAt, updatedAt, ...row }: ContactRow): types.ClientContact {
  return { ...row, createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) };
}
