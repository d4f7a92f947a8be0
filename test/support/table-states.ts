import type { TestDatabase } from "./postgres.ts";
import { watchWrites, type WrittenTables } from "./written-tables.ts";

/**
 * Tables that say that a call was made, whatever it did, pages of secrets, which a repeated call may need too, how external
 * services do, and those that workers fill.
 */
const passedOver =
  /^(audit_|idempotency_keys|schema_migrations|limit_|api_key_(usage|totals)|webhook_(events|deliveries|attempts)|ai_breakers|request_log|user_sessions|one_time_secrets|booking_manage_links|payslip_links|finance_alert_(states|events)|crm_import_files|crm_delivery_reports|crm_inbound_texts)/;

/** Tables whose rows are created by requests and processed in the background: only their number counts. */
const goneOnWith =
  /\.(outbox_events|booking_(notifications|page_requests|waitlist|calendar_syncs)|payroll_runs|caller_(campaigns|campaign_contacts|callbacks)|crm_(activities|messages|campaigns|imports|quota_\w+)|data_exports|files|file_parts)$/;

/** Tables whose rows are rewritten without a net change: a charge that is held and released. */
const rewritten = /\.(credit_accounts|caller_\w+)$/;

/** Columns that calls or workers touch in passing. */
const passing = [
  "last_seen_at",
  "last_used_at",
  "last_used_ip",
  "updated_at",
  "failing_since",
  "last_failed_at",
  "delivery",
];

/** What is known of a database's tables: the state of each, and the statement that reads it. */
interface Tables {
  statements: ReadonlyMap<string, string>;
  states: Map<string, string>;
  written: WrittenTables;
}

const known = new WeakMap<TestDatabase, Tables>();

interface Changes {
  before: Record<string, string>;
  after: Record<string, string>;
}

/**
 * The tables of accounts whose state differs from that of the last call, with both states: a number of rows and a checksum.
 * None if and only if no account's data was changed, created, deleted or published since. The first call reads all tables.
 */
async function takeChanges(database: TestDatabase): Promise<Changes> {
  const tables = known.get(database) ?? (await openTables(database));
  known.set(database, tables);
  const { statements, states, written } = tables;
  const changes: Changes = { before: {}, after: {} };
  const wanted = states.size === 0 ? [...statements.keys()] : await written.take();
  if (wanted.length === 0) return changes;
  const sql = wanted.map((name) => statements.get(name)!).join(" UNION ALL ");
  for (const { name, state } of await database.query<{ name: string; state: string }>(sql)) {
    const before = states.get(name);
    states.set(name, state);
    if (before === undefined || before === state) continue;
    changes.before[name] = before;
    changes.after[name] = state;
  }
  return changes;
}

/**
 * The changes that requests make to accounts' data: null without any. Background work on results of earlier
 * requests may run at the same time; if only its tables have changed, the requests are repeated, up to three
 * times in all: their own changes happen each time.
 */
export async function changesOf(database: TestDatabase, calls: () => Promise<void>): Promise<Changes | null> {
  for (let tries = 3; ; tries--) {
    await takeChanges(database);
    await calls();
    const changes = await takeChanges(database);
    const tables = Object.keys(changes.after);
    if (tables.length === 0) return null;
    if (tries === 1 || !tables.every((table) => goneOnWith.test(table))) return changes;
  }
}

/** Tables do not change while a test runs. */
async function openTables(database: TestDatabase): Promise<Tables> {
  const tables = await database.query<{ name: string }>(
    `SELECT DISTINCT n.nspname || '.' || c.relname AS name
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'owner_id'
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND (n.nspname IN ('hub', 'gateway') OR (n.nspname = 'property' AND a.attname IS NOT NULL)) ORDER BY 1`,
  );
  const wanted = tables.map(({ name }) => name).filter((name) => !passedOver.test(name.split(".")[1]!));
  const touched = new Set(await tablesWith(database, passing));
  const left = `ARRAY[${passing.map((column) => `'${column}'`).join(",")}]`;
  const statementOf = (table: string): string => {
    // A charge that was held and released does not count.
    const where = table === "hub.credit_holds" ? "WHERE status <> 'released'" : "";
    if (goneOnWith.test(table))
      return `SELECT '${table}' AS name, count(*)::text AS state FROM ${table} ${where}`;
    // Every write of a row gives it another xmin, which is read far quicker than the row.
    if (!touched.has(table) && !rewritten.test(table))
      return `SELECT '${table}' AS name, count(*) || ' ' || COALESCE(sum(xmin::text::bigint), 0) AS state FROM ${table} ${where}`;
    const sums = `SELECT md5((to_jsonb(t) - ${left})::text) AS sum FROM ${table} t ${where}`;
    const state = "count(*) || ' ' || COALESCE(md5(string_agg(sum, '' ORDER BY sum)), '')";
    return `SELECT '${table}' AS name, ${state} AS state FROM (${sums}) AS rows`;
  };
  const statements = new Map(wanted.map((table) => [table, statementOf(table)]));
  return { statements, states: new Map(), written: await watchWrites(database, wanted) };
}

async function tablesWith(database: TestDatabase, columns: readonly string[]): Promise<string[]> {
  const found = await database.query<{ name: string }>(
    `SELECT DISTINCT table_schema || '.' || table_name AS name FROM information_schema.columns
     WHERE column_name IN (${columns.map((column) => `'${column}'`).join(",")})`,
  );
  return found.map(({ name }) => name);
}
