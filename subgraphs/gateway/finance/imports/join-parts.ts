import type { StatementRow } from "../../../../src/bank-statements/statement-row.ts";

/** Marks of parts in notes: `Split (1/3)` of YNAB, `(SPLIT 1 OF 3)` of Actual. */
const partMark = /^(?:Split \((\d{1,3})\/(\d{1,3})\)|\(SPLIT (\d{1,3}) OF (\d{1,3})\)) ?/;

interface Part {
  row: StatementRow;
  at: number;
  of: number;
}

/**
 * Joins the parts of split transactions, which follow each other in the exports of programs, to one transaction each. Parts stay
 * alone where one is missing, has no category or is a transfer, where payees differ, and where they sum to zero.
 */
export function joinParts(rows: readonly StatementRow[]): StatementRow[] {
  const joined: StatementRow[] = [];
  for (let index = 0; index < rows.length;) {
    const first = partOf(rows[index]!);
    const group = first === null ? [] : rows.slice(index, index + first.of).map(partOf);
    const whole = first !== null && first.of > 1 ? wholeOf(group, first) : null;
    joined.push(whole ?? rows[index]!);
    index += whole === null ? 1 : group.length;
  }
  return joined;
}

function partOf(row: StatementRow): Part | null {
  const [mark, ...numbers] = partMark.exec(row.notes ?? "") ?? [];
  if (mark === undefined) return null;
  const [at, of] = numbers.filter((text) => text !== undefined).map(Number) as [number, number];
  return { row, at, of };
}

function wholeOf(group: readonly (Part | null)[], { row, of }: Part): StatementRow | null {
  const parts = group.filter((part) => part !== null);
  const isWhole = parts.length === of && new Set(parts.map(({ at }) => at)).size === of;
  const isSame = parts.every(
    ({ row: other, of: count }) => count === of && other.date === row.date && other.payee === row.payee,
  );
  const areCategorized = parts.every(({ row: { details } }) => details?.category);
  const amount = parts.reduce((sum, { row: other }) => sum + other.amount, 0);
  if (!isWhole || !isSame || !areCategorized || amount === 0) return null;
  const inOrder = parts.toSorted((one, other) => one.at - other.at);
  return {
    ...row,
    amount,
    notes: null,
    details: {
      category: null,
      transferWith: null,
      tags: [...new Set(inOrder.flatMap(({ row: { details } }) => details!.tags))],
      isPending: row.details!.isPending,
      parts: inOrder.map(({ row: part }) => ({
        category: part.details!.category!,
        amount: part.amount,
        note: part.notes!.replace(partMark, "").slice(0, 500) || null,
      })),
    },
  };
}
