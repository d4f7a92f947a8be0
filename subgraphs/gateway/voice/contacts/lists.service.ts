import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import { findOwn, insertAll, pageRows } from "../voice.rows.ts";
import type { ListRow } from "../voice-tables.ts";
import type { VoiceContext } from "../voice.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import type * as types from "./contacts.types.ts";
import { notFound } from "../../base/gateway.errors.ts";

/** Makes a list, of some contacts to begin with. Throws NOT_FOUND for one that is not the account's. */
export function createContactList(
  ctx: VoiceContext,
  input: types.CreateContactListInput,
): Promise<types.ContactList> {
  return exactlyOnce(ctx, { operation: "createContactList", input }, async (em) => {
    const now = ctx.clock.now().toISOString();
    const row: ListRow = {
      id: newId("cls"),
      ownerId: ownerOf(ctx),
      name: input.name,
      createdAt: now,
      updatedAt: now,
    };
    await insertAll(em, "caller_lists", [row]);
    await addMembers(em, ctx, row.id, input.contactIds ?? []);
    return withSize(em, row);
  });
}

/** Adds contacts to a list; existing members stay. Throws NOT_FOUND for the list or a contact. */
export function addToContactList(
  ctx: VoiceContext,
  input: types.ContactListMembersInput,
): Promise<types.ContactList> {
  return exactlyOnce(ctx, { operation: "addToContactList", input }, async (em) => {
    const list = await listOf(em, ctx, input.listId);
    await addMembers(em, ctx, list.id, input.contactIds);
    return withSize(em, list);
  });
}

/** Removes contacts from a list; contacts that are not in it are ignored. Throws NOT_FOUND for the list. */
export function removeFromContactList(
  ctx: VoiceContext,
  input: types.ContactListMembersInput,
): Promise<types.ContactList> {
  return exactlyOnce(ctx, { operation: "removeFromContactList", input }, async (em) => {
    const list = await listOf(em, ctx, input.listId);
    await executeSql(em, "DELETE FROM caller_list_members WHERE list_id = $1 AND contact_id = ANY ($2)", [
      list.id,
      input.contactIds,
    ]);
    return withSize(em, list);
  });
}

/** The account's lists, newest first. */
export function listContactLists(
  ctx: VoiceContext,
  { limit, after }: types.ContactListsArgs,
): Promise<types.ContactListPage> {
  const read = async (em: EntityManager) => {
    const query = { where: "", values: [], list: ["contact lists"] as const, limit, after };
    const { rows, ...page } = await pageRows(em, ctx, "caller_lists", query);
    const sizes = await sizesOf(
      em,
      rows.map(({ id }) => id),
    );
    return { lists: rows.map((row) => present(row, sizes.get(row.id) ?? 0)), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** One of the account's lists in the open transaction. Throws NOT_FOUND. */
export async function listOf(em: EntityManager, ctx: VoiceContext, id: string): Promise<ListRow> {
  const row = await findOwn(em, "caller_lists", { ownerId: ownerOf(ctx), id });
  if (!row) throw notFound("list");
  return row;
}

async function addMembers(
  em: EntityManager,
  ctx: VoiceContext,
  listId: string,
  contactIds: readonly string[],
): Promise<void> {
  const wanted = [...new Set(contactIds)];
  if (wanted.length === 0) return;
  const ownerId = ownerOf(ctx);
  const found = await executeSql(
    em,
    "SELECT 1 FROM caller_contacts WHERE owner_id = $1 AND id = ANY ($2) FOR SHARE",
    [ownerId, wanted],
  );
  if (found.length < wanted.length) throw notFound("contact");
  await executeSql(
    em,
    `INSERT INTO caller_list_members (list_id, contact_id, owner_id)
     SELECT $1, id, $2 FROM unnest($3::text[]) AS id ON CONFLICT DO NOTHING`,
    [listId, ownerId, wanted],
  );
}

async function withSize(em: EntityManager, row: ListRow): Promise<types.ContactList> {
  return present(row, (await sizesOf(em, [row.id])).get(row.id) ?? 0);
}

async function sizesOf(em: EntityManager, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await executeSql<{ id: string; size: number }>(
    em,
    "SELECT list_id AS id, count(*)::int AS size FROM caller_list_members WHERE list_id = ANY ($1) GROUP BY list_id",
    [ids],
  );
  return new Map(rows.map(({ id, size }) => [id, size]));
}

function present({ id, name, createdAt }: ListRow, size: number): types.ContactList {
  return { id, name, size, createdAt };
}
