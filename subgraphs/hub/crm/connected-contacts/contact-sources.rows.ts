import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";

/** Keeps which contacts of an account people of an address book are. */
export async function linkSources(
  em: EntityManager,
  { ownerId, source }: { ownerId: string; source: string },
  links: ReadonlyMap<string, string>,
): Promise<void> {
  if (links.size === 0) return;
  const sql = `INSERT INTO crm_contact_sources (owner_id, source, source_id, contact_id)
    SELECT $1, $2, * FROM unnest($3::text[], $4::text[])
    ON CONFLICT (owner_id, source, source_id) DO UPDATE SET contact_id = excluded.contact_id`;
  await executeSql(em, sql, [ownerId, source, [...links.keys()], [...links.values()]]);
}
