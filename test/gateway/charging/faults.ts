import pg from "pg";
import type { TestDatabase } from "../../support/postgres.ts";

/** Takes a fault away again. */
export type Restore = () => Promise<void>;

/** Makes the ledger unable to take this account's held credits. */
export function refuseCaptures(database: TestDatabase, ownerId: string): Promise<Restore> {
  return refuse(database, {
    table: "hub.credit_entries",
    rows: `NEW.owner_id = '${ownerId}' AND NEW.type = 'hold_capture'`,
  });
}

/** Makes the commit of this account's invoices fail, after everything else of the transaction is written. */
export function refuseInvoices(database: TestDatabase, ownerId: string): Promise<Restore> {
  return refuse(database, { table: "gateway.invoices", rows: `NEW.owner_id = '${ownerId}'` });
}

/** Makes the commit of every transaction fail that wrote such a row. */
export function refuseRows(
  database: TestDatabase,
  at: { table: string; rows: string; on?: "INSERT" | "UPDATE" },
): Promise<Restore> {
  return refuse(database, at);
}

let faults = 0;

async function refuse(
  database: TestDatabase,
  at: { table: string; rows: string; on?: "INSERT" | "UPDATE" },
): Promise<Restore> {
  const name = `refuse_${++faults}`;
  await database.query(`CREATE FUNCTION public.${name}() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN IF ${at.rows} THEN RAISE 'refused by the test'; END IF; RETURN NULL; END $$`);
  await database.query(`CREATE CONSTRAINT TRIGGER ${name} AFTER ${at.on ?? "INSERT"} ON ${at.table}
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.${name}()`);
  return async () => void (await database.query(`DROP FUNCTION public.${name} CASCADE`));
}

/** The settling jobs of an account's charges. */
export function settleJobsOf(
  database: TestDatabase,
  ownerId: string,
): Promise<{ state: string; data: unknown }[]> {
  return database.query(
    "SELECT state::text AS state, data FROM jobs.job WHERE name = 'settle-charge' AND data->>'ownerId' = $1",
    [ownerId],
  );
}

/** Lets the account's settling jobs run now instead of after their time of grace. */
export async function settleNow(database: TestDatabase, ownerId: string): Promise<void> {
  await database.query(
    "UPDATE jobs.job SET start_after = now() WHERE name = 'settle-charge' AND data->>'ownerId' = $1",
    [ownerId],
  );
}

/** A place where the platform waits until it is let go, or is killed. */
export interface Barrier {
  /** How many database sessions wait there now. */
  waiting(): Promise<number>;
  /** Ends the waiting sessions: the server does not detect that their process is dead. */
  endWaiting(): Promise<void>;
  lift(): Promise<void>;
}

/** Makes every session wait that inserts such a row, before the row is written. */
export async function raiseBarrier(
  database: TestDatabase,
  at: { table: string; rows: string },
): Promise<Barrier> {
  const name = `barrier_${++faults}`;
  const guard = new pg.Client({ connectionString: database.url });
  await guard.connect();
  await guard.query("SELECT pg_advisory_lock(hashtext($1))", [name]);
  await database.query(`CREATE FUNCTION public.${name}() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN IF ${at.rows} THEN PERFORM pg_advisory_xact_lock(hashtext('${name}')); END IF; RETURN NEW; END $$`);
  await database.query(`CREATE TRIGGER ${name} BEFORE INSERT ON ${at.table}
    FOR EACH ROW EXECUTE FUNCTION public.${name}()`);
  // Sessions wait for other advisory locks too: that of migrations, for example.
  const sessions = `FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND (classid::bigint << 32 | objid::bigint) = hashtext('${name}')::bigint`;
  return {
    waiting: async () => (await database.query(`SELECT pid ${sessions}`)).length,
    endWaiting: async () => void (await database.query(`SELECT pg_terminate_backend(pid) ${sessions}`)),
    lift: async () => {
      await guard.end();
      await database.query(`DROP FUNCTION public.${name} CASCADE`);
    },
  };
}
