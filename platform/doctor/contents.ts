import { pino } from "pino";
import type pg from "pg";
import type { Config } from "../../src/config/config.ts";
import { deriveKeyRing } from "../../src/crypto/crypto.ts";
import { openDatabase } from "../../src/db/database.ts";
import { checkTrail } from "../../subgraphs/hub/audit/check-trail.service.ts";
import { fileStorage } from "../file-storage.ts";
import { sealedBySubgraph } from "../rotate/sealed.ts";
import { someOf, type Faults } from "./finding.ts";
import { rows } from "./structure.ts";

/** Sealed values of each column that are opened. */
const sealedSample = 20;

/** Number of files whose bytes are checked, newest first. */
const fileSample = 1_000;

/** Whether a value of ENCRYPTION_SECRET is the one that this database was written with. */
export async function checkSecrets(client: pg.Client, config: Config): Promise<Faults> {
  const keyRing = deriveKeyRing(config.ENCRYPTION_SECRET);
  let opened = 0;
  const closed: string[] = [];
  const columns = Object.values(sealedBySubgraph).flatMap((sealed) => sealed.columns);
  for (const { table, column, key, placeOf } of columns) {
    const sql = `SELECT ${key.join(", ")}, ${column} AS envelope FROM ${table}
      WHERE ${column} IS NOT NULL LIMIT ${sealedSample}`;
    for (const row of await rows<Record<string, string>>(client, sql)) {
      const values = key.map((name) => row[name]!);
      try {
        keyRing.open(row["envelope"]!, placeOf(...values));
        opened += 1;
      } catch {
        closed.push(`${table} ${values.join(" ")}`);
      }
    }
  }
  const all = opened + closed.length;
  return {
    seen:
      all === 0
        ? "Nothing is encrypted yet."
        : `${opened} encrypted values can be decrypted with ENCRYPTION_SECRET.`,
    faults:
      closed.length > 0
        ? [
            `${closed.length} of ${all} encrypted values cannot be decrypted, such as ${someOf(closed)}: ` +
              "ENCRYPTION_SECRET differs from the secret that encrypted them. Add it.",
          ]
        : [],
  };
}

/** The files that are in the books and not in the store. */
export async function checkFiles(client: pg.Client, config: Config): Promise<Faults> {
  const storage = fileStorage(config);
  const files = await rows<{ id: string }>(
    client,
    `SELECT id FROM hub.files WHERE stored_at IS NOT NULL AND deleted_at IS NULL
     ORDER BY stored_at DESC LIMIT ${fileSample}`,
  );
  const missing: string[] = [];
  for (const { id } of files) {
    const bytes = await storage.open(id, { start: 0, end: 0 });
    if (bytes === null) missing.push(id);
    else await new Promise((resolve) => bytes.once("close", resolve).once("error", resolve).destroy());
  }
  return {
    seen: `${files.length === fileSample ? "The newest " : ""}${files.length} files are in the file store.`,
    faults:
      missing.length > 0
        ? [`${missing.length} of ${files.length} files are missing in the file store: ${someOf(missing)}.`]
        : [],
  };
}

/** Double entry: every movement has two sides, and every balance is the sum of its movements. */
export async function checkLedger(client: pg.Client): Promise<Faults> {
  // A single statement reads one snapshot, so concurrent bookings are not reported as faults.
  const [sums] = await rows<Record<string, number>>(
    client,
    `WITH sides AS (SELECT entry_id, sum(amount) AS total FROM hub.credit_postings GROUP BY entry_id),
       moved AS (SELECT account_id, sum(amount) AS total FROM hub.credit_entries GROUP BY account_id),
       left_over AS (SELECT account_id, sum(remaining) AS total FROM hub.credit_lots GROUP BY account_id),
       held AS (SELECT account_id, sum(amount) AS total FROM hub.credit_holds WHERE status = 'pending' GROUP BY account_id)
     SELECT (SELECT count(*)::int FROM hub.credit_accounts) AS accounts,
       (SELECT count(*)::int FROM hub.credit_entries) AS entries,
       (SELECT count(*)::int FROM hub.credit_entries e WHERE NOT EXISTS (SELECT 1 FROM sides WHERE entry_id = e.id))
         AS "entries without postings",
       (SELECT count(*)::int FROM sides WHERE total <> 0) AS "entries whose postings do not sum to zero",
       (SELECT count(*)::int FROM hub.credit_accounts a LEFT JOIN moved m ON m.account_id = a.id
         WHERE a.balance <> coalesce(m.total, 0)) AS "balances that are not the sum of their entries",
       (SELECT count(*)::int FROM hub.credit_accounts a LEFT JOIN left_over l ON l.account_id = a.id
         WHERE greatest(a.balance, 0) <> coalesce(l.total, 0)) AS "balances that are not the sum of their lots",
       (SELECT count(*)::int FROM hub.credit_accounts a LEFT JOIN held h ON h.account_id = a.id
         WHERE a.held <> coalesce(h.total, 0)) AS "accounts that hold other than their holds"`,
  );
  const { accounts, entries, ...faults } = sums!;
  return {
    seen: `${accounts} accounts and ${entries} entries add up.`,
    faults: Object.entries(faults).flatMap(([what, count]) => (count === 0 ? [] : [`${count} ${what}.`])),
  };
}

/** The chain of the audit trail, calculated again from its first day. */
export async function checkAuditTrail(url: string): Promise<Faults> {
  const log = pino({ level: "silent" });
  const database = await openDatabase({
    url,
    schema: "hub",
    role: "hub_app",
    entities: [],
    poolSize: 1,
    log,
  });
  try {
    const { checked, firstBroken } = await checkTrail({ em: database.fork(), ports: {} }, {});
    return {
      seen: `${checked} entries in an unbroken chain.`,
      faults: firstBroken
        ? [`Broken at entry ${firstBroken.sequence} of ${firstBroken.day}: ${firstBroken.reason}.`]
        : [],
    };
  } finally {
    await database.close();
  }
}

/** Waiting jobs run when a worker starts, so they are not faults. */
export async function checkQueue(client: pg.Client): Promise<Faults> {
  const [row] = await rows<{ waiting: number; active: number; events: number }>(
    client,
    `SELECT count(*) FILTER (WHERE state IN ('created', 'retry'))::int AS waiting,
       count(*) FILTER (WHERE state = 'active')::int AS active,
       (SELECT count(*)::int FROM hub.outbox_events WHERE published_at IS NULL) +
       (SELECT count(*)::int FROM property.outbox_events WHERE published_at IS NULL) +
       (SELECT count(*)::int FROM gateway.outbox_events WHERE published_at IS NULL) AS events
     FROM jobs.job`,
  );
  const { waiting, active, events } = row!;
  return {
    seen: `${waiting} jobs are waiting, ${active} are running, ${events} events are waiting.`,
    faults: [],
  };
}
