import { executeSql } from "../db/sql.ts";
import { asSystem, type TransactionContext } from "../db/transaction.ts";

/** A table with `owner_id`, and what must be known to delete its rows. */
export interface OwnedTable {
  name: string;
  key: readonly string[];
  /** Foreign keys to the table itself that stop a referenced row from being deleted: pairs of columns. */
  ownReferences: readonly Reference["columns"][];
}

interface Reference {
  child: string;
  parent: string;
  columns: readonly { from: string; to: string }[];
  isRestricting: boolean;
}

/** The tables of a schema that have `owner_id`, those before others that refer to them. From the database's catalogue. */
export async function listOwnedTables(
  { em }: Pick<TransactionContext, "em">,
  schema: string,
): Promise<OwnedTable[]> {
  const [tables, references] = await asSystem(
    em,
    async (own) => [
      await executeSql<{ name: string; key: string[] }>(own, tablesSql, [schema]),
      await executeSql<Reference>(own, referencesSql, [schema]),
    ],
    { readOnly: true },
  );
  const found = tables.map(({ name, key }) => ({
    name,
    key,
    ownReferences: references
      .filter(({ child, parent, isRestricting }) => child === name && parent === name && isRestricting)
      .map(({ columns }) => columns),
  }));
  return childrenFirst(found, references);
}

/** Depth first: a table comes after all that refer to it. */
function childrenFirst(tables: readonly OwnedTable[], references: readonly Reference[]): OwnedTable[] {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const ordered = new Set<OwnedTable>();
  const open = new Set<string>();
  const visit = (table: OwnedTable) => {
    if (ordered.has(table) || open.has(table.name)) return;
    open.add(table.name);
    for (const { child, parent } of references) {
      const referring = parent === table.name ? byName.get(child) : undefined;
      if (referring) visit(referring);
    }
    ordered.add(table);
  };
  for (const table of tables) visit(table);
  return [...ordered];
}

/** Names come from the catalogue of the database. */
export function quote(...names: string[]): string {
  return names.map((name) => `"${name.replaceAll('"', '""')}"`).join(".");
}

const tablesSql = `SELECT c.relname AS name,
    (SELECT jsonb_agg(k.attname ORDER BY p.at) FROM pg_index i
      CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS p (number, at)
      JOIN pg_attribute k ON k.attrelid = c.oid AND k.attnum = p.number
      WHERE i.indrelid = c.oid AND i.indisprimary) AS key
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'owner_id' AND NOT a.attisdropped
  WHERE c.relnamespace = $1::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary)
  ORDER BY c.relname`;

const referencesSql = `SELECT child.relname AS child, parent.relname AS parent, f.confdeltype IN ('a', 'r') AS "isRestricting",
    (SELECT jsonb_agg(jsonb_build_object('from', own.attname, 'to', other.attname) ORDER BY k.at)
      FROM unnest(f.conkey, f.confkey) WITH ORDINALITY AS k (own, other, at)
      JOIN pg_attribute own ON own.attrelid = f.conrelid AND own.attnum = k.own
      JOIN pg_attribute other ON other.attrelid = f.confrelid AND other.attnum = k.other) AS columns
  FROM pg_constraint f JOIN pg_class child ON child.oid = f.conrelid JOIN pg_class parent ON parent.oid = f.confrelid
  WHERE f.contype = 'f' AND f.connamespace = $1::regnamespace ORDER BY f.conname`;
