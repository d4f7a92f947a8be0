import { executeSql, numberArray, textArray, timeArray } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import type { HubContext } from "../hub.context.ts";
import type { LimitUse, RecordLimitUseInput } from "./limits.types.ts";

/** Longer than a stamp counts, for clocks that do not agree. */
const keepStampsMs = 120_000;
const keepCountsMs = 86_400_000;

/**
 * Adds to the stored usage, and deletes expired entries. Not idempotent: a batch that is recorded twice counts twice.
 */
export async function recordLimitUse(
  ctx: HubContext,
  { counts, stamps }: RecordLimitUseInput,
): Promise<void> {
  const now = ctx.clock.now().getTime();
  // Sorted, so that two routers that record concurrently do not deadlock.
  const sorted = counts.toSorted((a, b) => compare(a.subject, b.subject) || compare(a.counter, b.counter));
  await asSystem(ctx.em, async (em) => {
    await executeSql(
      em,
      `INSERT INTO limit_counts AS held (subject, counter, used, ends_at)
       SELECT * FROM unnest($1::text[], $2::text[], $3::int[], $4::timestamptz[])
       ON CONFLICT (subject, counter) DO UPDATE SET used = greatest(0, held.used + EXCLUDED.used)`,
      [
        textArray(sorted.map(({ subject }) => subject)),
        textArray(sorted.map(({ counter }) => counter)),
        numberArray(sorted.map(({ units }) => units)),
        timeArray(sorted.map(({ endsAt }) => endsAt)),
      ],
    );
    await executeSql(
      em,
      `INSERT INTO limit_stamps (subject, counter, stamped_at, units)
       SELECT * FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::int[])`,
      [
        textArray(stamps.map(({ subject }) => subject)),
        textArray(stamps.map(({ counter }) => counter)),
        timeArray(stamps.map(({ at }) => at)),
        numberArray(stamps.map(({ units }) => units)),
      ],
    );
    await executeSql(em, "DELETE FROM limit_stamps WHERE stamped_at < $1", [new Date(now - keepStampsMs)]);
    await executeSql(em, "DELETE FROM limit_counts WHERE ends_at < $1", [new Date(now - keepCountsMs)]);
  });
}

/** Stored usage of a subject: all of its calendar counts, and its current stamps. */
export async function readLimitUse(ctx: HubContext, subject: string): Promise<LimitUse> {
  return asSystem(ctx.em, async (em) => {
    const counts = await executeSql<LimitUse["counts"][number]>(
      em,
      "SELECT counter, used FROM limit_counts WHERE subject = $1",
      [subject],
    );
    const stamps = await executeSql<LimitUse["stamps"][number]>(
      em,
      `SELECT counter, (extract(epoch FROM stamped_at) * 1000)::float8 AS at, units
       FROM limit_stamps WHERE subject = $1 ORDER BY stamped_at`,
      [subject],
    );
    return { counts, stamps };
  });
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
