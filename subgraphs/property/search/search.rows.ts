import type { EntityManager } from "@mikro-orm/postgresql";
import { readShared } from "../../../src/db/read-rows.ts";
import { executeSql } from "../../../src/db/sql.ts";
import type { GreenScore } from "../green-score/green-score.ts";
import type { StoredAddress } from "../properties/present-property.ts";
import { MATCH_SHARE, PREFIX_MATCH, type ExpandedQuery } from "./expanded-query.ts";
import type { SqlCondition } from "./search-filters.ts";

/** Number of documents for each of these lexemes; those without documents are omitted. */
export async function countLexemes(
  em: EntityManager,
  lexemes: readonly string[],
): Promise<Map<string, number>> {
  if (lexemes.length === 0) return new Map();
  const rows = await readShared<{ word: string; documents: number }>(em, {
    sql: "SELECT word, documents FROM search_words WHERE word = ANY($1)",
    parameters: [lexemes],
  });
  return new Map(rows.map(({ word, documents }) => [word, documents]));
}

/** A property that may match, with the words for its weight. */
export interface SearchCandidate {
  readonly id: string;
  readonly content: string;
}

/** At most `limit` properties that fulfil the condition, in the given order. Planned for its actual values. */
export function readCandidates(
  em: EntityManager,
  where: SqlCondition,
  { orderBy, limit }: { orderBy: string; limit: number },
): Promise<SearchCandidate[]> {
  const sql = `SELECT id, content FROM property_search WHERE ${where.sql} ORDER BY ${orderBy} LIMIT ${limit}`;
  return executeSql(em, sql, where.values);
}

/**
 * At most `limit` properties that fulfil the condition, in no order. Pass one more than the bound to find out whether
 * it is exceeded.
 */
export function readAnyCandidates(
  em: EntityManager,
  where: SqlCondition,
  limit: number,
): Promise<SearchCandidate[]> {
  const sql = `SELECT id, content FROM property_search WHERE ${where.sql} LIMIT ${limit}`;
  return executeSql(em, sql, where.values);
}

export async function countMatches(em: EntityManager, where: SqlCondition): Promise<number> {
  const sql = `SELECT count(*)::int AS total FROM property_search WHERE ${where.sql}`;
  const [row] = await executeSql<{ total: number }>(em, sql, where.values);
  return row?.total ?? 0;
}

/** A range of the ids that fulfil the condition. */
export async function readIds(
  em: EntityManager,
  where: SqlCondition,
  { orderBy, offset, limit }: { orderBy: string; offset: number; limit: number },
): Promise<string[]> {
  const sql = `SELECT id FROM property_search WHERE ${where.sql} ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${offset}`;
  const rows = await executeSql<{ id: string }>(em, sql, where.values);
  return rows.map(({ id }) => id);
}

/**
 * SQL condition that a document has enough weight, for results too large to weigh in the process. The same rule as in
 * ranking.
 */
export function weighsEnough(condition: SqlCondition, { terms, totalWeight }: ExpandedQuery): SqlCondition {
  return condition.and((bind) => {
    const ladders = terms.map(({ lexemes, prefix, weight }) => {
      const byStrength = new Map<number, string[]>();
      const add = (strength: number, lexeme: string) =>
        byStrength.set(strength, [...(byStrength.get(strength) ?? []), lexeme]);
      for (const [lexeme, { strength }] of lexemes) add(strength, `'${lexeme}'`);
      if (prefix !== null) add(PREFIX_MATCH.strength, `'${prefix}':*`);
      const steps = [...byStrength]
        .sort(([a], [b]) => b - a)
        .map(([strength, any]) => `WHEN words @@ ${bind(any.join(" | "))}::tsquery THEN ${strength}`);
      return `${bind(weight)}::float8 * CASE ${steps.join(" ")} ELSE 0 END`;
    });
    return `${ladders.join(" + ")} >= ${bind(MATCH_SHARE * totalWeight - 1e-9)}::float8`;
  });
}

/** A building in search results: without its details. */
export interface PropertyHit extends StoredAddress {
  readonly id: string;
  readonly name: string | null;
  readonly type: string;
  readonly subtype: string | null;
  readonly sources: readonly string[];
  readonly greenScore: GreenScore;
  readonly dataCompleteness: number;
}

interface HitRow extends Omit<PropertyHit, "id" | "sources" | "greenScore">, GreenScore {
  id: string | null;
  sources: string;
  version: string;
}

/** Properties of these ids in their order, with their data version, in one statement. */
export async function readHits(
  em: EntityManager,
  ids: readonly string[],
): Promise<{ version: string; hits: PropertyHit[] }> {
  const rows = await readShared<HitRow>(em, {
    sql: `SELECT v.version, p.id, name, type, subtype, street, city, neighborhood, state_or_province AS "stateOrProvince",
        postal_code AS "postalCode", county_fips AS "countyFips", county_name AS "countyName",
        record->>'country' AS country, array_to_string(sources, ',') AS sources,
        data_completeness AS "dataCompleteness", score_overall AS overall, score_environmental AS environmental,
        score_social AS social, score_governance AS governance, score_confidence AS confidence
      FROM data_version v LEFT JOIN properties p ON p.id = ANY($1)`,
    parameters: [ids],
  });
  const byId = new Map(
    rows.flatMap((row) => (row.id === null ? [] : [[row.id, toHit(row, row.id)] as const])),
  );
  return { version: String(rows[0]?.version), hits: ids.flatMap((id) => byId.get(id) ?? []) };
}

function toHit(
  { overall, environmental, social, governance, confidence, sources, ...row }: HitRow,
  id: string,
): PropertyHit {
  const greenScore = { overall, environmental, social, governance, confidence };
  return { ...row, id, sources: sources.split(","), greenScore };
}
