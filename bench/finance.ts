/**
 * Measures lists and reports over ten years of one person's transactions at the REST door, beside hand-written statements of
 * `pg` on the same database, and the import of bank statements.
 */
import pg from "pg";
import { insertHistory, type LongHistory } from "./finance-data.ts";
import { measureInTurn, runStatements, type Latency } from "./in-turn.ts";
import { startBenchPlatform } from "./platform/servers.ts";
import { load, start } from "./processes.ts";
import { recordSection } from "./results-file.ts";
import { settings } from "./settings.ts";
import { milliseconds, renderTable } from "./table.ts";

const transactions = Number(process.env["BENCH_FINANCE_TRANSACTIONS"] ?? 100_000);
const targets = { pageP95Ms: 50, reportMs: 1_000, importSeconds: 20 };
const pageSize = 100;
const importFiles = 10;
const importRows = 5_000;
/** A person waits for one page: the targets are of a request that shares the core with no other. */
const connections = 1;

const pageSql = `SELECT t.*, p.name AS payee FROM finance_transactions t JOIN finance_payees p ON p.id = t.payee_id
  WHERE t.owner_id = $1 AND t.account_id = $2 AND t.date BETWEEN $3 AND $4 ORDER BY t.date DESC, t.id DESC LIMIT ${pageSize}`;

const spendingSql = `SELECT t.category_id, c.name, sum(t.amount)::bigint AS amount, count(*)::int AS count
  FROM finance_transactions t JOIN finance_categories c ON c.id = t.category_id
  WHERE t.owner_id = $1 AND t.date BETWEEN $2 AND $3 AND c.kind = 'expense' GROUP BY 1, 2 ORDER BY 3`;

const platform = await startBenchPlatform();
const generator = await start("load-generator.ts", [], { core: 1 });
const pool = new pg.Pool({
  connectionString: platform.databaseUrl,
  max: connections,
  options: "-c search_path=gateway,public",
});
try {
  const history = await insertHistory(pool, platform, transactions);
  const measured = await measureLists(history);
  const reports = await measureReports(history);
  const importSeconds = await measureImports(history);
  const text = render(measured, reports, importSeconds);
  process.stdout.write(text);
  if (settings.isWhole && transactions >= 100_000) await recordSection("finance", text);
  if (measured.page.p95Ms > targets.pageP95Ms)
    throw new Error(`a page of transactions took ${measured.page.p95Ms} ms at p95`);
  for (const { title, ms } of reports)
    if (ms > targets.reportMs) throw new Error(`${title} took ${ms.toFixed(0)} ms`);
  if (importSeconds > targets.importSeconds) throw new Error(`the imports took ${importSeconds} s`);
} finally {
  await generator.stop();
  await pool.end();
  await platform.stop();
}

function measureLists({ ownerId, accountIds, from, to }: LongHistory) {
  const ask = (paths: readonly string[]) => () =>
    load(generator, {
      port: platform.port,
      headers: { ...platform.headers, "x-app-id": "finance" },
      connections,
      method: "GET",
      path: "",
      paths: paths.map((path) => `/finance${path}`),
      bodies: [],
      seconds: settings.seconds,
    });
  const pages = accountIds.map(
    (id) => `/transactions?accountId=${id}&from=${from}&to=${to}&limit=${pageSize}`,
  );
  return measureInTurn<"page" | "pageByStatement" | "spending" | "spendingByStatement">({
    page: ask(pages),
    pageByStatement: () =>
      runStatements(
        pool,
        pageSql,
        accountIds.map((id) => [ownerId, id, from, to]),
        connections,
      ),
    spending: ask([`/spending?from=${from}&to=${to}`]),
    spendingByStatement: () => runStatements(pool, spendingSql, [[ownerId, from, to]], connections),
  });
}

interface Report {
  title: string;
  /** The slowest of three, in milliseconds. */
  ms: number;
}

async function measureReports({ from, to, categoryId }: LongHistory): Promise<Report[]> {
  const half = "2020-12-31";
  const compared = { periodA: { from, to: half }, periodB: { from: "2021-01-01", to }, by: "payee" };
  const reports: [title: string, path: string, body?: unknown][] = [
    ["cash flow by month", `/cashflow?from=${from}&to=${to}`],
    ["spending by category", `/spending?from=${from}&to=${to}`],
    ["spending trends of 60 months", `/spending-trends?months=60&categoryId=${categoryId}`],
    ["income by source", `/income?from=${from}&to=${to}`],
    ["comparison of two halves by payee", "/period-comparisons", compared],
    ["top merchants", `/top-merchants?from=${from}&to=${to}`],
    ["savings rate of ten years", `/savings-rate?from=${from}&to=${to}`],
    ["unusual spending", `/unusual-spending?from=2025-01-01&to=${to}`],
    ["summary of a month", "/summaries/2025-11"],
    ["net worth by month", `/net-worth/history?from=${from}&to=${to}&step=month`],
  ];
  const slowest: Report[] = [];
  for (const [title, path, body] of reports) {
    let ms = 0;
    for (let round = 0; round < 3; round++) ms = Math.max(ms, (await timed(path, body)).ms);
    slowest.push({ title, ms });
  }
  return slowest;
}

async function measureImports({ emptyAccountId: accountId }: LongHistory): Promise<number> {
  const began = performance.now();
  for (let file = 0; file < importFiles; file++) {
    const rows = Array.from({ length: importRows }, (_, at) => {
      const day = new Date(Date.UTC(2016, 0, 1 + ((file * importRows + at) % 3_600)))
        .toISOString()
        .slice(0, 10);
      return `${day},Imported shop ${at % 200},-${file + 1}.${String(at % 100).padStart(2, "0")},${file}-${at}`;
    });
    const content = `date,payee,amount,id\n${rows.join("\n")}\n`;
    await timed("/imports", { accountId, format: "csv", content });
  }
  return (performance.now() - began) / 1_000;
}

/** Time until the whole answer is there. Throws for one that is not a success. */
async function timed(path: string, body?: unknown): Promise<{ ms: number }> {
  const began = performance.now();
  const response = await fetch(`http://127.0.0.1:${platform.port}/finance${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { ...platform.headers, "x-app-id": "finance", "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} was refused: ${text}`);
  return { ms: performance.now() - began };
}

function render(
  measured: Record<"page" | "pageByStatement" | "spending" | "spendingByStatement", Latency>,
  reports: readonly Report[],
  importSeconds: number,
): string {
  const rows = (
    [
      [`GET /finance/transactions, ${pageSize} of one account, 6 accounts in turn`, "page", null],
      ["  baseline: one pg statement", "pageByStatement", "page"],
      ["GET /finance/spending over ten years", "spending", null],
      ["  baseline: one pg statement", "spendingByStatement", "spending"],
    ] as const
  ).map(([title, name, ours]) => {
    const { p50Ms, p95Ms, p99Ms, requestsPerSecond } = measured[name];
    const ratio = ours === null ? "" : (measured[ours].p95Ms / measured[name].p95Ms).toFixed(2);
    return [title, ...[p50Ms, p95Ms, p99Ms].map(milliseconds), requestsPerSecond.toFixed(0), ratio];
  });
  const times = reports.map(({ title, ms }) => [title, ms.toFixed(0)]);
  return `## Personal finance

${transactions.toLocaleString("en")} transactions in ten years, 6 accounts, 40 categories and 500 payees, one request at a time, REST door with a bearer token;
everything that answers shares one core. Targets: page p95 ${targets.pageP95Ms} ms, every report ${targets.reportMs} ms, 50,000 imported lines in ${targets.importSeconds} s. The ratio is the
platform's p95 over that of the baseline.

${renderTable(["", "p50 ms", "p95 ms", "p99 ms", "calls/s", "ratio"], rows)}

${renderTable(["report, slowest of three", "ms"], times)}

Import of ${importFiles} CSV files of ${importRows.toLocaleString("en")} lines each, one after the other: ${importSeconds.toFixed(1)} s.
`;
}
