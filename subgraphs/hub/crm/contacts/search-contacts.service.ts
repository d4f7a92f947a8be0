import { rowCursors } from "../../../../src/db/cursor.ts";
import { cutPage } from "../../../../src/db/page.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import type { HubContext } from "../../hub.context.ts";
import { searchPatterns } from "../search-patterns.ts";
import type { SearchContactsArgs } from "./contact-inputs.types.ts";
import { showContact } from "./contact-list.service.ts";
import { selectContacts } from "./contact.rows.ts";
import type { CrmContactPage } from "./contact.types.ts";

/** Texts that are searched: what lists search, and tags and values of custom fields. */
const searched = `(search || ' ' || lower(array_to_string(tags, ' ')) || ' ' ||
  coalesce((SELECT lower(string_agg(value, ' ')) FROM jsonb_each_text(custom_fields)), ''))`;

/** Name, address or number that is the query, then one that begins with it, then the rest. */
const rank = `CASE WHEN $2 IN (lower(concat_ws(' ', first_name, last_name)), lower(email), phone) THEN 1
  WHEN starts_with(lower(concat_ws(' ', first_name, last_name)), $2) OR starts_with(lower(last_name), $2)
    OR starts_with(lower(email), $2) OR starts_with(lower(company), $2) THEN 2 ELSE 3 END`;

interface Hit {
  id: string;
  rank: number;
  createdAt: string;
}

/** The account's contacts that contain every word, best first, then newest; archived ones never. Throws INVALID_CURSOR. */
export async function searchContacts(
  ctx: HubContext,
  { query, limit, cursor }: SearchContactsArgs,
): Promise<CrmContactPage> {
  const cursors = rowCursors(ctx, ["contact search", query]);
  const after = cursors.decode(cursor);
  const [lastRank, lastId] = after?.[1].split(" ") ?? [null, null];
  const values = [ctx.principal.ownerId, query.trim().toLowerCase(), searchPatterns(query)];
  const hits = `SELECT id, ${rank} AS rank, created_at FROM crm_contacts
    WHERE owner_id = $1 AND erased_at IS NULL AND status <> 'archived' AND ${searched} LIKE ALL ($3)`;
  return inTransaction(
    ctx,
    async (em) => {
      const count = `SELECT count(*)::int AS total FROM (${hits}) AS h`;
      const [counted] = await executeSql<{ total: number }>(em, count, values);
      const found = await executeSql<Hit>(
        em,
        `SELECT id, rank, created_at AS "createdAt" FROM (${hits}) AS h
         WHERE $4::int IS NULL OR rank > $4 OR rank = $4 AND (created_at, id) < ($5::timestamptz, $6)
         ORDER BY rank, created_at DESC, id DESC LIMIT $7`,
        [...values, lastRank, after?.[0] ?? null, lastId, limit + 1],
      );
      const { rows, nextCursor } = cutPage(found, limit, cursors, (hit) => [
        new Date(hit.createdAt).toISOString(),
        `${hit.rank} ${hit.id}`,
      ]);
      const ids = rows.map(({ id }) => id);
      const contacts = await selectContacts(em, "id = ANY ($1)", [ids]);
      const byId = new Map(contacts.map((contact) => [contact.id, contact]));
      return {
        contacts: ids.map((id) => showContact(byId.get(id)!)),
        nextCursor,
        total: counted?.total ?? 0,
      };
    },
    { readOnly: true },
  );
}
