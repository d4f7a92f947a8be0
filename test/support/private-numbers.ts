import { expect } from "vitest";
import type { Answer } from "./app.ts";
import type { TestDatabase } from "./postgres.ts";

/** Tax numbers that a file's tests have sent somewhere, as nine digits: files may share a process. */
const keptByFile = new Map<string, Set<string>>();

function keptNow(): Set<string> {
  const file = expect.getState().testPath ?? "";
  const kept = keptByFile.get(file) ?? new Set();
  keptByFile.set(file, kept);
  return kept;
}

/** Fails the file's app tests if any response, log line or row contains the number from now on. Returns it. */
export function keepPrivate(digits: string): string {
  keptNow().add(digits);
  return digits;
}

/** True when the text contains a private number, with or without its hyphens. */
export function tellsPrivateNumber(text: string): boolean {
  const kept = keptNow();
  if (kept.size === 0) return false;
  for (const run of text.matchAll(/\d(?:-?\d){8,}/g)) {
    // Timestamps in milliseconds of these decades contain every nine digits some day.
    if (/^1[789]\d{11}$/.test(run[0])) continue;
    const digits = run[0].replaceAll("-", "");
    for (let at = 0; at + 9 <= digits.length; at++) if (kept.has(digits.slice(at, at + 9))) return true;
  }
  return false;
}

/** Throws when the response contains one. */
export function refuseLeak(answer: Answer): Answer {
  if (tellsPrivateNumber(answer.text + JSON.stringify(answer.headers)))
    throw new Error(`An answer tells a tax number: ${answer.status} ${answer.text}`);
  return answer;
}

/**
 * Throws when a log line, or a row of any table, contains one: events, audit rows, stored responses and jobs
 * are rows.
 */
export async function refuseLeaksOf({
  logLines,
  database,
}: {
  logLines: readonly string[];
  database: TestDatabase;
}): Promise<void> {
  if (keptNow().size === 0) return;
  const leaks = [...logLines, ...(await everyRow(database))].filter(tellsPrivateNumber);
  if (leaks.length > 0) throw new Error(`${leaks.length} lines or rows tell a tax number: ${leaks[0]}`);
}

/** The whole content of the database, as text, row by row, each after its table's name. */
export async function everyRow(database: TestDatabase): Promise<string[]> {
  const tables = await database.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const rows: string[] = [];
  for (const { name } of tables) {
    const found = await database.query<{ text: string }>(
      `SELECT '${name} ' || to_jsonb(t)::text AS text FROM ${name} t`,
    );
    for (const { text } of found) rows.push(text);
  }
  return rows;
}
