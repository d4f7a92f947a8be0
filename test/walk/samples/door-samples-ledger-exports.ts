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

export const ledgerExportSamples: Record<string, Sample> = {
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
