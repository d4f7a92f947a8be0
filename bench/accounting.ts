/**
 * Measures reports over a ledger of a million lines at the REST door, beside the same sums by hand-written statements of `pg`
 * on the same database: over all lines, and over the sums by month that the platform keeps.
 */
import pg from "pg";
import { insertLedger, type LargeLedger } from "./accounting-data.ts";
import { measureInTurn, runStatements, type Latency } from "./in-turn.ts";
import { startBenchPlatform } from "./platform/servers.ts";
import { load, start } from "./processes.ts";
import { recordSection } from "./results-file.ts";
import { settings } from "./settings.ts";
import { milliseconds, renderTable } from "./table.ts";

const lines = Number(process.env["BENCH_ACCOUNTING_LINES"] ?? 1_000_000);
const targets = { trialBalanceP95Ms: 1_000, pageP95Ms: 100 };
const pageSize = 100;
/** A bookkeeper waits for one report: the targets are of a request that shares the core with no other. */
const connections = 1;

/** Days within months, so that whole months and single lines are added up. */
const days = ["2024-06-17", "2024-12-31", "2025-03-15", "2025-08-23", "2025-12-14", "2025-12-30"];
const froms = ["2024-01-01", "2024-05-11", "2024-11-20", "2025-02-28", "2025-07-04", "2025-11-09"];
const lastDay = "2025-12-31";

const trialBalanceSql = `SELECT a.code, a.name, a.type, s.balance FROM (
    SELECT account_id, sum(debit - credit)::bigint AS balance FROM accounting_lines
    WHERE ledger_id = $1 AND date <= $2 AND number IS NOT NULL GROUP BY account_id
  ) s JOIN accounting_accounts a ON a.id = s.account_id WHERE s.balance <> 0 ORDER BY a.code`;

const trialBalanceByMonthSql = `SELECT a.code, a.name, a.type, s.balance FROM (
    SELECT account_id, sum(amount)::bigint AS balance FROM (
      SELECT account_id, debit - credit AS amount FROM accounting_balances
      WHERE ledger_id = $1 AND month < date_trunc('month', $2::date)
      UNION ALL
      SELECT account_id, debit - credit FROM accounting_lines
      WHERE ledger_id = $1 AND date BETWEEN date_trunc('month', $2::date) AND $2 AND number IS NOT NULL
    ) m GROUP BY account_id
  ) s JOIN accounting_accounts a ON a.id = s.account_id WHERE s.balance <> 0 ORDER BY a.code`;

/** A page from its first day, with a running balance from the sum of all lines before. */
const pageSql = `SELECT l.date, l.number, e.memo, l.debit, l.credit,
    (SELECT coalesce(sum(debit - credit), 0) FROM accounting_lines
      WHERE account_id = $1 AND date < $2 AND number IS NOT NULL)
    + sum(l.debit - l.credit) OVER (ORDER BY l.date, l.number, l.line) AS balance
  FROM (
    SELECT * FROM accounting_lines WHERE account_id = $1 AND date BETWEEN $2 AND $3 AND number IS NOT NULL
    ORDER BY date, number, line LIMIT ${pageSize}
  ) l JOIN accounting_entries e ON e.id = l.entry_id ORDER BY l.date, l.number, l.line`;

type Name = "trialBalance" | "byLines" | "byMonth" | "page" | "pageByLines";

const platform = await startBenchPlatform();
const generator = await start("load-generator.ts", [], { core: 1 });
const pool = new pg.Pool({
  connectionString: platform.databaseUrl,
  max: connections,
  options: "-c search_path=hub,public",
});
try {
  const began = performance.now();
  const ledger = await insertLedger(pool, platform, lines);
  process.stderr.write(`${lines} lines in ${((performance.now() - began) / 1_000).toFixed(0)} s\n`);
  const balances = days.map((day) => `trial-balance?asOf=${day}&currency=${ledger.currency}`);
  const pages = froms.map(
    (from) => `general-ledger?accountId=${ledger.bankId}&from=${from}&to=${lastDay}&limit=${pageSize}`,
  );
  await refuseOtherSums(ledger, balances);
  const ask = (paths: readonly string[]) => () =>
    load(generator, {
      port: platform.port,
      headers: platform.headers,
      connections,
      method: "GET",
      path: "",
      paths: paths.map((path) => `/accounting/reports/${path}`),
      bodies: [],
      seconds: settings.seconds,
    });
  const ofDays = days.map((day) => [ledger.id, day]);
  const ofPages = froms.map((from) => [ledger.bankId, from, lastDay]);
  const measured = await measureInTurn<Name>({
    trialBalance: ask(balances),
    byLines: () => runStatements(pool, trialBalanceSql, ofDays, connections),
    byMonth: () => runStatements(pool, trialBalanceByMonthSql, ofDays, connections),
    page: ask(pages),
    pageByLines: () => runStatements(pool, pageSql, ofPages, connections),
  });
  const text = render(measured);
  process.stdout.write(text);
  if (settings.isWhole && lines >= 1_000_000) await recordSection("accounting", text);
  refuseMisses(measured);
} finally {
  await generator.stop();
  await pool.end();
  await platform.stop();
}

/** What is compared is the same: each trial balance has the balances that the statements have. */
async function refuseOtherSums(ledger: LargeLedger, paths: readonly string[]): Promise<void> {
  for (const [index, path] of paths.entries()) {
    const url = `http://127.0.0.1:${platform.port}/accounting/reports/${path}`;
    const response = await fetch(url, { headers: platform.headers });
    const { rows } = (await response.json()) as { rows: { code: string; debit: number; credit: number }[] };
    const shown = rows.map(({ code, debit, credit }) => `${code} ${Math.round((debit - credit) * 100)}`);
    for (const sql of [trialBalanceSql, trialBalanceByMonthSql]) {
      const found = await pool.query<{ code: string; balance: string }>(sql, [ledger.id, days[index]]);
      const summed = found.rows.map(({ code, balance }) => `${code} ${balance}`);
      if (shown.length === 0 || shown.join() !== summed.join())
        throw new Error(`the trial balance of ${days[index]!} differs from its statement`);
    }
  }
}

function render(measured: Record<Name, Latency>): string {
  const times = (name: Name, baseline: Name) => (measured[name].p95Ms / measured[baseline].p95Ms).toFixed(2);
  const rows = (
    [
      ["trial balance: GET /accounting/reports/trial-balance, 6 days in turn", "trialBalance", null],
      ["  baseline: one pg statement, sums of all lines", "byLines", "trialBalance"],
      ["  baseline: one pg statement, sums by month and lines of the last one", "byMonth", "trialBalance"],
      [
        `general ledger: GET /accounting/reports/general-ledger, ${pageSize} lines, 6 starts in turn`,
        "page",
        null,
      ],
      ["  baseline: one pg statement, opening balance from all lines before", "pageByLines", "page"],
    ] as const
  ).map(([title, name, ours]) => {
    const { p50Ms, p95Ms, p99Ms, requestsPerSecond } = measured[name];
    const ratio = ours === null ? "" : times(ours, name);
    return [title, ...[p50Ms, p95Ms, p99Ms].map(milliseconds), requestsPerSecond.toFixed(0), ratio];
  });
  return `## Accounting

A ledger of ${lines.toLocaleString("en")} lines in two years, a quarter of them in one account, one request at a time, REST door with a bearer token;
everything that answers shares one core. Targets: trial balance p95 ${targets.trialBalanceP95Ms} ms, page of the general ledger p95 ${targets.pageP95Ms} ms. The ratio is the platform's
p95 over that of the baseline.

${renderTable(["", "p50 ms", "p95 ms", "p99 ms", "calls/s", "ratio"], rows)}
`;
}

function refuseMisses({ trialBalance, page }: Record<Name, Latency>): void {
  if (trialBalance.p95Ms > targets.trialBalanceP95Ms)
    throw new Error(`a trial balance took ${trialBalance.p95Ms} ms at p95`);
  if (page.p95Ms > targets.pageP95Ms)
    throw new Error(`a page of the general ledger took ${page.p95Ms} ms at p95`);
}
