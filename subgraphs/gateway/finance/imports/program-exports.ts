import { readCsvLines } from "../../../../src/bank-statements/csv-statement.ts";
import {
  dateOrderOf,
  parseAmount,
  parseDate,
  StatementError,
  type DateOrder,
  type RowFault,
  type RowDetails,
  type Statement,
  type StatementRow,
} from "../../../../src/bank-statements/statement-row.ts";
import { joinParts } from "./join-parts.ts";

/** Programs for personal finance whose exports are read. */
export const programFormats = ["ynab", "firefly", "actual"] as const;
export type ProgramFormat = (typeof programFormats)[number];

export interface ReadingAccount {
  name: string;
  currency: string;
  decimals: number;
}

interface Formats {
  dateFormat?: DateOrder | null;
  decimalComma?: boolean | null;
}

type Cell = (column: string) => string;

/** A line as its program wrote it, with text of the amount; null where it is no transaction of the account. */
interface ProgramLine extends RowDetails {
  date: string;
  amount: string;
  isOut: boolean;
  payee: string;
  notes: string;
  fitid: string | null;
}

interface Program {
  columns: readonly string[];
  lineOf: (cell: Cell, account: ReadingAccount) => ProgramLine | null;
}

const isNamed = (text: string, { name }: ReadingAccount) => text.toLowerCase() === name.trim().toLowerCase();
const transferMark = /^Transfer ?: ?/;

/**
 * Columns of a register as YNAB exports it. Source: example files of the npm package `parse-ynab-export` 1.0 and of public
 * importers. The payee of a transfer is `Transfer : ` and the other account; money is of the budget's notation.
 */
const ynab: Program = {
  columns: ["account", "date", "payee", "category", "memo", "outflow", "inflow"],
  lineOf: (cell, account) => {
    if (!isNamed(cell("account"), account)) return null;
    const payee = cell("payee");
    const isTransfer = transferMark.test(payee);
    const isOut = /[1-9]/.test(cell("outflow"));
    return {
      date: cell("date"),
      amount: isOut ? cell("outflow") : cell("inflow"),
      isOut,
      payee: payee.replace(transferMark, "") || "Unnamed",
      notes: cell("memo"),
      fitid: null,
      category: isTransfer ? null : cell("category") || null,
      transferWith: isTransfer ? payee.replace(transferMark, "") : null,
      tags: tagsOf([cell("flag")]),
      isPending: cell("cleared").toLowerCase() === "uncleared",
    };
  },
};

/** Types of accounts that are no account of one's own. */
const foreignTypes = new Set([
  "expense account",
  "revenue account",
  "cash account",
  "initial balance account",
  "reconciliation account",
]);

/**
 * Columns of Firefly III's export of transactions. Source: `app/Support/Export/ExportDataGenerator.php` of firefly-iii. A
 * line has both accounts, so a transfer is one line; its leg in the account's currency is taken.
 */
const firefly: Program = {
  columns: ["journal_id", "type", "currency_code", "amount", "date", "source_name", "destination_name"],
  lineOf: (cell, account) => {
    const isOwn = (side: string) =>
      isNamed(cell(`${side}_name`), account) && !foreignTypes.has(cell(`${side}_type`).toLowerCase());
    const isOut = isOwn("source");
    if (!isOut && !isOwn("destination")) return null;
    const other = cell(isOut ? "destination_name" : "source_name");
    const isTransfer = cell("type").toLowerCase() === "transfer";
    const isForeign =
      cell("currency_code") !== account.currency && cell("foreign_currency_code") === account.currency;
    return {
      date: cell("date").slice(0, 10),
      amount: isForeign
        ? cell("foreign_amount")
        : cell("currency_code") === account.currency
          ? cell("amount")
          : "",
      isOut,
      payee: other || cell("description") || "Unnamed",
      notes: [cell("description"), cell("notes")].filter((text) => text !== "").join("\n"),
      fitid: `firefly:${cell("journal_id")}`,
      category: isTransfer ? null : cell("category") || null,
      transferWith: isTransfer ? other : null,
      tags: tagsOf(cell("tags").split(",")),
      isPending: false,
    };
  },
};

/**
 * Columns of Actual's export of an account or of all. Source: `loot-core/src/server/transactions/export/export-to-csv.ts` of
 * actual. The payee of a transfer is the other account, tags are words of the notes with `#`, and the line of a whole split has
 * no amount of its own.
 */
const actual: Program = {
  columns: ["account", "date", "payee", "notes", "category", "amount"],
  lineOf: (cell, account) => {
    const isWhole = /[1-9]/.test(cell("split_amount"));
    if (!isNamed(cell("account"), account) || isWhole) return null;
    const notes = cell("notes");
    const words = notes.split(/\s/).filter((word) => word.startsWith("#"));
    const payee = cell("payee");
    return {
      date: cell("date"),
      amount: cell("amount").replace("-", ""),
      isOut: cell("amount").startsWith("-"),
      payee: payee || "Unnamed",
      notes,
      fitid: null,
      category: cell("category") || null,
      transferWith: payee || null,
      tags: tagsOf(words.map((word) => word.slice(1))),
      isPending: cell("cleared").toLowerCase() === "not cleared",
    };
  },
};

const programs: Record<ProgramFormat, Program> = { ynab, firefly, actual };

const longestTag = 50;
const mostTags = 20;

function tagsOf(texts: readonly string[]): string[] {
  const tags = texts.map((text) => text.trim()).filter((text) => text !== "" && text.length <= longestTag);
  return [...new Set(tags)].slice(0, mostTags);
}

/**
 * The account's transactions in a program's export, which may have those of other accounts too. Throws StatementError for what is no such export.
 */
export function readProgramExport(
  text: string,
  format: ProgramFormat,
  { account, dateFormat, decimalComma }: Formats & { account: ReadingAccount },
): Statement {
  const program = programs[format];
  const [head, ...lines] = readCsvLines(text);
  const names = (head ?? []).map((name) => name.trim().toLowerCase());
  const missing = program.columns.filter((column) => !names.includes(column));
  if (missing.length > 0) throw new StatementError(`has no column for ${missing.join(", ")}`);
  const places = new Map(names.map((name, place) => [name, place]));
  const own = lines.flatMap((line, index) => {
    const cell = (column: string) => line[places.get(column) ?? -1]?.trim() ?? "";
    const found = program.lineOf(cell, account);
    return found === null ? [] : [{ row: index + 1, found }];
  });
  if (own.length === 0)
    throw new StatementError(
      `has no transactions of an account named ${account.name}: rename the account as in the file`,
    );
  const order = dateFormat ?? dateOrderOf(own.map(({ found }) => found.date));
  if (order === null)
    throw new StatementError("has ambiguous dates: set mapping.dateFormat to ymd, mdy or dmy");
  const rows: StatementRow[] = [];
  const faults: RowFault[] = [];
  for (const { row, found } of own) {
    const { date: day, amount: money, isOut, payee, notes, fitid, ...details } = found;
    const date = parseDate(day, order);
    const size = parseAmount(money.replaceAll(/[^\d.,]/g, ""), account.decimals, decimalComma ?? false);
    const message = date === null ? "has no date" : size === null || size === 0 ? "has no amount" : null;
    if (message === null)
      rows.push({
        row,
        date: date!,
        amount: isOut ? -size! : size!,
        payee: payee.slice(0, 200),
        notes: notes.slice(0, 2_000) || null,
        fitid: fitid?.slice(0, 255) ?? null,
        details,
      });
    else faults.push({ row, message });
  }
  return { rows: joinParts(rows), faults, currency: null };
}
