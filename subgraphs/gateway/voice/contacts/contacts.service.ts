import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import { checkedZone } from "../../base/checked-zone.ts";
import { duplicate } from "../voice.errors.ts";
import { findOwn, findRows, insertAll, pageRows } from "../voice.rows.ts";
import type { ContactRow } from "../voice-tables.ts";
import type { VoiceContext } from "../voice.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { checkedNumber, checkedVariables } from "./checked-number.ts";
import { addConsent } from "./consent.service.ts";
import type * as types from "./contacts.types.ts";
import { lockNumber } from "./guards.service.ts";
import { listMembers } from "./list-members.rows.ts";
import { notFound } from "../../base/gateway.errors.ts";

/** Adds a contact, with their consent. Throws VALIDATION_ERROR, and DUPLICATE for an existing number. */
export function createContact(
  ctx: VoiceContext,
  input: types.CreateCallContactInput,
): Promise<types.CallContact> {
  const phone = checkedNumber(input.phone);
  const variables = checkedVariables(input.variables);
  const timezone = checkedZone(input.timezone);
  return exactlyOnce(ctx, { operation: "createCallContact", input }, async (em) => {
    const row = newContact(ctx, { name: input.name, phone, timezone, variables });
    await lockNumber(em, row.ownerId, phone);
    await insertAll(em, "caller_contacts", [row], "ON CONFLICT DO NOTHING");
    const known = (await findByPhone(em, row.ownerId, phone))!;
    if (known.id !== row.id) throw duplicate("contact", { contactId: known.id, phone });
    if (input.consent) await addConsent(em, ctx, phone, input.consent);
    return presentContact(row);
  });
}

/** One of the account's contacts. Throws NOT_FOUND. */
export function readContact(ctx: VoiceContext, contactId: string): Promise<types.CallContact> {
  const read = async (em: EntityManager) => presentContact(await contactOf(em, ctx, contactId));
  return inTransaction(ctx, read, { readOnly: true });
}

/** The account's contacts, newest first. */
export function listContacts(
  ctx: VoiceContext,
  { query = null, listId = null, limit, after }: types.CallContactsArgs,
): Promise<types.CallContactPage> {
  const part = query === null ? null : `%${query.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const read = async (em: EntityManager) => {
    const { rows, ...page } = await pageRows(em, ctx, "caller_contacts", {
      where: `($2::text IS NULL OR name ILIKE $2 OR phone LIKE $2)
        AND ($3::text IS NULL OR EXISTS (SELECT 1 FROM ${listMembers} AS m WHERE m.list_id = $3 AND m.contact_id = t.id))`,
      values: [part, listId],
      list: ["call contacts", query, listId],
      limit,
      after,
    });
    return { contacts: rows.map(presentContact), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** One of the account's contacts in the open transaction. Throws NOT_FOUND. */
export async function contactOf(
  em: EntityManager,
  ctx: VoiceContext,
  id: string,
  lock = false,
): Promise<ContactRow> {
  const row = await findOwn(em, "caller_contacts", { ownerId: ownerOf(ctx), id, lock });
  if (!row) throw notFound("contact");
  return row;
}

export async function findByPhone(
  em: EntityManager,
  ownerId: string,
  phone: string,
): Promise<ContactRow | null> {
  const where = "owner_id = $1 AND phone = $2";
  return (await findRows(em, "caller_contacts", where, [ownerId, phone]))[0] ?? null;
}

export function newContact(
  ctx: VoiceContext,
  facts: Pick<ContactRow, "name" | "phone" | "timezone" | "variables">,
): ContactRow {
  const now = ctx.clock.now().toISOString();
  return { id: newId("cct"), ownerId: ownerOf(ctx), ...facts, version: 1, createdAt: now, updatedAt: now };
}

export function presentContact({ ownerId: _, ...shown }: ContactRow): types.CallContact {
  return shown;
}
