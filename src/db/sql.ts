import type { EntityManager } from "@mikro-orm/postgresql";

/**
 * Runs one SQL statement with `$1`-style parameters bound by the server, in the open transaction of `em` when there is
 * one. (`em.execute()` writes the parameters into the text instead.) Values arrive as the ORM's pool reads them: dates,
 * timestamps and bigints as PostgreSQL's text, json parsed.
 */
export async function executeSql<Row>(
  em: EntityManager,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const result = await em.getKysely().executeQuery<Row>({
    sql: text,
    parameters: values,
    query: { kind: "RawNode", sqlFragments: [text], parameters: [] },
    queryId: { queryId: "sql" },
  });
  return result.rows;
}

/** The SQLSTATE of a database error, also when the ORM has wrapped it; null for any other error. */
export function sqlState(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const code = (error as { code?: unknown }).code;
  // The network's EPIPE looks like one.
  if (typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) && code !== "EPIPE") return code;
  return error.cause === undefined ? null : sqlState(error.cause);
}

/** False for a failure of the connection or the server, after which the connection must not be used again. */
export function isOfStatement(error: unknown): boolean {
  const state = sqlState(error);
  return state !== null && !/^(08|53|57P)/.test(state);
}

/** Rejects a name that is not valid unquoted in SQL, so that schema and role names may be put into statements. */
export function assertSqlName(name: string): void {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(name)) throw new Error(`"${name}" is not a plain lower-case SQL name.`);
}

/**
 * Arrays as PostgreSQL writes them, for parameters of relays and batches. The driver escapes each value by two regular
 * expressions and each date by its parts, which costs more than the rest of such a statement.
 */
export function textArray(texts: readonly string[]): string {
  let array = "";
  for (const text of texts) {
    const written = special.test(text) ? text.replaceAll(specials, "\\$&") : text;
    array += array === "" ? `"${written}"` : `,"${written}"`;
  }
  return `{${array}}`;
}

/** The same for numbers. */
export function numberArray(numbers: readonly number[]): string {
  return `{${numbers.join(",")}}`;
}

/** The same for times in milliseconds. */
export function timeArray(times: readonly number[]): string {
  return textArray(times.map((time) => new Date(time).toISOString()));
}

const special = /["\\]/;
const specials = /["\\]/g;
