import type { EntityManager } from "@mikro-orm/postgresql";
import { fold, isSimilar } from "../../../../src/bank-statements/line-identity.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import type { BankMatchReason, BankMatchSuggestion } from "./bank-statement.types.ts";
import type { BankLineRow } from "./bank.rows.ts";

const maxSuggestions = 3;
const nearDays = 3;

interface Candidate {
  lineId: string;
  entryIds: string[];
  date: string;
  memo: string;
}

/**
 * Entries that fit unmatched lines of one account, by line: free ones of the same amount, and all free ones of a day that have
 * it in sum, from 30 days before the line to 10 days after it. At most 3 for each line.
 */
export async function suggestMatches(
  em: EntityManager,
  lines: readonly BankLineRow[],
): Promise<Map<string, BankMatchSuggestion[]>> {
  if (lines.length === 0) return new Map();
  const found = Map.groupBy(await candidatesOf(em, lines), ({ lineId }) => lineId);
  return new Map(lines.map((line) => [line.id, rank(line, found.get(line.id) ?? [])]));
}

function candidatesOf(em: EntityManager, lines: readonly BankLineRow[]): Promise<Candidate[]> {
  const wanted = lines.map(({ id, date, amount }) => ({ id, date, amount }));
  const sql = `WITH wanted AS (
      SELECT * FROM jsonb_to_recordset($2::jsonb) AS w (id text, date date, amount bigint)
    ), free AS (
      SELECT l.entry_id, l.date, sum(l.debit - l.credit) AS amount FROM accounting_lines l
      WHERE l.account_id = $1 AND l.number IS NOT NULL
        AND l.date BETWEEN (SELECT min(date) - 30 FROM wanted) AND (SELECT max(date) + 10 FROM wanted)
        AND NOT EXISTS (SELECT FROM accounting_bank_matched_lines m WHERE m.entry_id = l.entry_id AND m.line = l.line)
      GROUP BY l.entry_id, l.date
    ), groups AS (
      SELECT ARRAY[entry_id] AS entry_ids, date, amount FROM free
      UNION ALL
      SELECT array_agg(entry_id ORDER BY entry_id), date, sum(amount) FROM free GROUP BY date HAVING count(*) BETWEEN 2 AND 50
    ), ranked AS (
      SELECT w.id, g.entry_ids, g.date,
        row_number() OVER (PARTITION BY w.id ORDER BY cardinality(g.entry_ids) > 1, abs(g.date - w.date), g.entry_ids) AS place
      FROM wanted w JOIN groups g ON g.amount = w.amount AND g.date BETWEEN w.date - 30 AND w.date + 10
    )
    SELECT r.id AS "lineId", r.entry_ids AS "entryIds", r.date::text, e.memo
    FROM ranked r JOIN accounting_entries e ON e.id = r.entry_ids[1] WHERE r.place <= 10 ORDER BY r.id, r.place`;
  return executeSql<Candidate>(em, sql, [lines[0]!.accountId, JSON.stringify(wanted)]);
}

function rank(line: BankLineRow, candidates: readonly Candidate[]): BankMatchSuggestion[] {
  const scored = candidates.map(({ entryIds, date, memo }) => {
    const reasons = reasonsOf(line, { entryIds, date, memo }, candidates.length === 1);
    const score = reasons.length + (reasons.includes("similar_text") ? 2 : 0);
    return { shown: { entryIds, date, memo, reasons }, score };
  });
  // Of equal scores the nearer date comes first, as in the candidates.
  return scored
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxSuggestions)
    .map(({ shown }) => shown);
}

function reasonsOf(
  line: BankLineRow,
  { entryIds, date, memo }: Omit<Candidate, "lineId">,
  isOnly: boolean,
): BankMatchReason[] {
  const days = Math.abs(Date.parse(date) - Date.parse(line.date)) / 86_400_000;
  const texts = [line.payee, line.notes ?? ""].filter((text) => fold(text) !== "");
  const isSimilarText = fold(memo) !== "" && texts.some((text) => isSimilar(text, memo));
  return [
    entryIds.length === 1 ? "same_amount" : "same_day_total",
    ...(days === 0 ? (["same_date"] as const) : days <= nearDays ? (["near_date"] as const) : []),
    ...(isSimilarText ? (["similar_text"] as const) : []),
    ...(isOnly ? (["only_candidate"] as const) : []),
  ];
}
