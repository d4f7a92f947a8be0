import { connected } from "../../hub/oauth/oauth-world.ts";
import type { TestApp } from "../../support/app.ts";
import type { Sample } from "./door-samples.ts";

type Headers = Record<string, string>;

/** A connection to the stand-in's invented company. */
async function aCompany(app: TestApp, headers: Headers): Promise<{ connectionId: string }> {
  const { body } = await app.get("/integrations/oauth/connections?appId=finance", headers);
  const known = (body.connections as { connectionId: string; provider: string }[]).find(
    ({ provider }) => provider === "quickbooks",
  );
  if (known) return { connectionId: known.connectionId };
  return { connectionId: await connected(app, { headers }, { provider: "quickbooks" }) };
}

async function anAccount(app: TestApp, headers: Headers): Promise<string> {
  const listed = await app.get("/accounting/ledger-accounts?type=expense", headers);
  const known = (listed.body.accounts as { id: string; name: string }[]).find(
    ({ name }) => name === "Exported",
  );
  if (known) return known.id;
  const account = { code: "LE-1", name: "Exported", type: "expense" };
  return (await app.post("/accounting/ledger-accounts", account, headers)).body.account.id as string;
}

/** A month without entries, so that nothing is sent. */
async function emptyMonth(app: TestApp, headers: Headers): Promise<Record<string, unknown>> {
  await anAccount(app, headers);
  return { ...(await aCompany(app, headers)), from: "1999-01-01", to: "1999-01-31", currency: "USD" };
}

async function anExport(app: TestApp, headers: Headers): Promise<{ exportId: string }> {
  const listed = await app.get("/accounting/exports?limit=1", headers);
  const [known] = listed.body.exports as { id: string }[];
  if (known) return { exportId: known.id };
  const { body } = await app.post("/accounting/exports", await emptyMonth(app, headers), headers);
  return { exportId: body.id as string };
}

/** A claim in another currency that stands at the rate 1, and the rate of a day. */
async function aRate(app: TestApp, headers: Headers): Promise<Record<string, unknown>> {
  const { body } = await app.get("/accounting/ledger-accounts?currency=USD", headers);
  const accounts = body.accounts as { id: string; code: string }[];
  const idOf = async (code: string, type: string, category: string) => {
    const known = accounts.find((account) => account.code === code);
    if (known) return known.id;
    const account = { code, name: `Sample ${code}`, type, category, currency: "USD" };
    return (await app.post("/accounting/ledger-accounts", account, headers)).body.account.id as string;
  };
  const claims = await idOf("FX-1", "asset", "receivable");
  const gains = await idOf("FX-2", "income", "other_income");
  const entry = {
    date: "1998-02-01",
    memo: "Foreign sample",
    foreignCurrency: "EUR",
    exchangeRate: 1.1,
    lines: [
      { accountId: claims, debit: 100 },
      { accountId: gains, credit: 100 },
    ],
  };
  const balances = await app.get("/accounting/foreign-balances?asOf=1998-02-28&currency=USD", headers);
  if (balances.body.balances.length === 0) {
    const draft = await app.post("/accounting/journal-entries", entry, headers);
    await app.post(`/accounting/journal-entries/${draft.body.id}/post`, {}, headers);
  }
  const at = (exchangeRate: number) => ({
    asOf: "1998-02-28",
    currency: "USD",
    rates: [{ foreignCurrency: "EUR", exchangeRate }],
    exchangeAccountId: gains,
  });
  await app.post("/accounting/foreign-balances/revalue", at(1), headers);
  return at(1.25);
}

export const ledgerExportSamples: Record<string, Sample> = {
  GetForeignBalances: {
    input: async (app, headers) => {
      await aRate(app, headers);
      return { asOf: "1998-02-28", currency: "USD" };
    },
    bad: { input: { asOf: "soon", currency: "usd" }, paths: ["asOf", "currency"] },
  },
  RevalueForeignBalances: {
    input: aRate,
    bad: {
      input: { asOf: "1998-02-28", rates: [{ foreignCurrency: "eur", exchangeRate: 0 }] },
      paths: ["rates.0.foreignCurrency", "rates.0.exchangeRate"],
    },
    foreign: "NOT_FOUND",
  },
  StartLedgerExport: {
    input: emptyMonth,
    bad: {
      input: { connectionId: "", from: "1999-01-01", to: "1999-01-31", currency: "usd" },
      paths: ["connectionId", "currency"],
    },
    foreign: "CONNECTION_NOT_FOUND",
    as: "eve",
  },
  ListLedgerExports: {
    input: async (app, headers) => {
      await anExport(app, headers);
      return { limit: 1 };
    },
    bad: { input: { limit: 101, cursor: "" }, paths: ["limit", "cursor"] },
    as: "eve",
  },
  GetLedgerExport: { input: anExport, foreign: "NOT_FOUND", as: "eve" },
  ListLedgerExportEntries: {
    input: anExport,
    bad: { input: { exportId: "lex_x", status: "lost", limit: 101 }, paths: ["status", "limit"] },
    foreign: "NOT_FOUND",
    as: "eve",
  },
  GetLedgerExportAccounts: {
    input: aCompany,
    bad: { input: { connectionId: "", currency: "usd" }, paths: ["connectionId", "currency"] },
    foreign: "CONNECTION_NOT_FOUND",
    as: "eve",
  },
  UpdateLedgerExportAccounts: {
    input: async (app, headers) => ({
      ...(await aCompany(app, headers)),
      accounts: [{ accountId: await anAccount(app, headers), remoteAccountId: "quickbooks-6410" }],
    }),
    bad: { input: { connectionId: "ocn_x", accounts: [] }, paths: ["accounts"] },
    foreign: "CONNECTION_NOT_FOUND",
    as: "eve",
  },
};
