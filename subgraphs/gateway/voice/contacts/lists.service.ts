import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { validationError } from "../../../../src/errors.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import { findOwn, findRows, insertAll, pageRows } from "../voice.rows.ts";
import type { ListFilter, ListRow } from "../voice-tables.ts";
import type { VoiceContext } from "../voice.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { checkedZone } from "../../base/checked-zone.ts";
import { businessRule, notFound } from "../../base/gateway.errors.ts";
import type * as change from "./change-contacts.types.ts";
import { checkedVariables } from "./checked-number.ts";
import type * as types from "./contacts.types.ts";
import type { ContactListFilterInput } from "./list-filter.types.ts";
import { listMembers } from "./list-members.rows.ts";

/** Makes a list, of some contacts to begin with. Throws NOT_FOUND for one that is not the account's. */
export function createContactList(
  ctx: VoiceContext,
  input: types.CreateContactListInput,
): Promise<types.ContactList> {
  const filter = input.filter ? checkedFilter(input.filter) : null;
  if (filter && input.contactIds && input.contactIds.length > 0)
    throw validationError([
      { path: "contactIds", message: "must be omitted when filter is given", rule: "filter" },
    ]);
  return exactlyOnce(ctx, { operation: "createContactList", input }, async (em) => {
    const now = ctx.clock.now().toISOString();
    const row: ListRow = {
      id: newId("cls"),
      ownerId: ownerOf(ctx),
      name: input.name,
      filter,
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
    const list = requireStatic(await listOf(em, ctx, input.listId));
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
    const list = requireStatic(await listOf(em, ctx, input.listId));
    await executeSql(em, "DELETE FROM caller_list_members WHERE list_id = $1 AND contact_id = ANY ($2)", [
      list.id,
      input.contactIds,
    ]);
    return withSize(em, list);
  });
}

/** Deletes a list, not its contacts. Throws NOT_FOUND, and BUSINESS_RULE list_in_use while a campaign may call it. */
export function deleteContactList(
  ctx: VoiceContext,
  input: change.ContactListIdInput,
): Promise<change.DeletedContactList> {
  return exactlyOnce(ctx, { operation: "deleteContactList", input }, async (em) => {
    const { id } = await listOf(em, ctx, input.listId, true);
    const where =
      "owner_id = $1 AND list_id = $2 AND status NOT IN ('completed', 'cancelled') ORDER BY id LIMIT 1";
    const [campaign] = await findRows(em, "caller_campaigns", where, [ownerOf(ctx), id]);
    if (campaign)
      throw businessRule("list_in_use", "A campaign uses this list. Wait until it ends, or cancel it.", {
        campaignId: campaign.id,
      });
    await executeSql(em, "DELETE FROM caller_lists WHERE id = $1", [id]);
    return { id, deleted: true };
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
export async function listOf(
  em: EntityManager,
  ctx: VoiceContext,
  id: string,
  lock = false,
): Promise<ListRow> {
  const row = await findOwn(em, "caller_lists", { ownerId: ownerOf(ctx), id, lock });
  if (!row) throw notFound("list");
  return row;
}

function checkedFilter(input: ContactListFilterInput): ListFilter {
  return {
    query: input.query ?? null,
    timezone: checkedZone(input.timezone),
    variables: input.variables ? checkedVariables(input.variables, "filter.variables") : null,
    hasConsent: input.hasConsent ?? null,
  };
}

/** Contacts are added to and removed from lists without a filter only. */
function requireStatic(list: ListRow): ListRow {
  if (list.filter === null) return list;
  throw businessRule(
    "list_by_filter",
    "This list is defined by a filter. Change the contacts, or create a list without a filter.",
    { listId: list.id },
  );
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
    `SELECT list_id AS id, count(*)::int AS size FROM ${listMembers} AS m WHERE list_id = ANY ($1) GROUP BY list_id`,
    [ids],
  );
  return new Map(rows.map(({ id, size }) => [id, size]));
}

function present({ id, name, filter, createdAt }: ListRow, size: number): types.ContactList {
  return { id, name, filter, size, createdAt };
}
