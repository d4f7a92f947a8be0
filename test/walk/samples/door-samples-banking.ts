import type { TestApp } from "../../support/app.ts";
import { allowSync, exchange, logIn } from "../../hub/banking/bank-world.ts";
import { accountOf } from "./door-samples-accounting.ts";
import type { Sample } from "./door-samples.ts";

type Headers = Record<string, string>;

const fixed = (input: Record<string, unknown>) => () => Promise.resolve(input);
const overlong = "x".repeat(501);

/** The connection of one and the same login, made at first use. */
export async function theConnection(app: TestApp, headers: Headers): Promise<{ connectionId: string }> {
  const known = await app.get("/integrations/bank/connections", headers);
  const login = `sample-${Buffer.from(headers["authorization"] ?? "")
    .toString("base64url")
    .slice(-24)}`;
  const [active] = (known.body.connections as { connectionId: string; status: string }[]).filter(
    ({ status }) => status === "active",
  );
  if (active) return { connectionId: active.connectionId };
  const answer = await exchange(app, { headers }, await logIn(app, { login }));
  return { connectionId: answer.body.connection.connectionId as string };
}

/** The same login again: its token stays unused. */
async function anotherLogin(app: TestApp, headers: Headers): Promise<Record<string, unknown>> {
  await theConnection(app, headers);
  const login = `sample-${Buffer.from(headers["authorization"] ?? "")
    .toString("base64url")
    .slice(-24)}`;
  const { publicToken, metadata } = await logIn(app, { login });
  return { appId: "finance", publicToken, metadata };
}

async function syncable(app: TestApp, headers: Headers): Promise<Record<string, unknown>> {
  const { connectionId } = await theConnection(app, headers);
  await allowSync(app, connectionId);
  return { connectionId, appId: "finance" };
}

/** A connection of a bank that no other sample knows. */
async function newConnection(app: TestApp, headers: Headers): Promise<{ connectionId: string }> {
  const answer = await exchange(app, { headers }, await logIn(app, { institution: "ins_109512" }));
  return { connectionId: answer.body.connection.connectionId as string };
}

async function anAccount(app: TestApp, headers: Headers): Promise<Record<string, unknown>> {
  const { connectionId } = await theConnection(app, headers);
  const { body } = await app.get(`/integrations/bank/accounts/${connectionId}`, headers);
  return { connectionId, accountId: body.accounts[0].accountId as string, limit: 2 };
}

async function aTransaction(app: TestApp, headers: Headers): Promise<Record<string, unknown>> {
  const { connectionId } = await theConnection(app, headers);
  const path = `/integrations/bank/transactions?connectionId=${connectionId}&limit=1`;
  const { body } = await app.get(path, headers);
  return { transactionId: body.transactions[0].transactionId as string, note: "sample" };
}

const metadata = { institutionId: "ins_109511", institutionName: "A bank", accounts: [{ name: "Checking" }] };

/** Eve may connect as many accounts as she wants. */
export const bankingSamples: Record<string, Sample> = {
  CreateBankLinkToken: {
    input: async (app, headers) => ({ appId: "finance", ...(await theConnection(app, headers)) }),
    bad: { input: { appId: "", connectionId: "" }, paths: ["appId", "connectionId"] },
    foreign: "CONNECTION_NOT_FOUND",
    as: "eve",
  },
  ExchangeBankToken: {
    input: anotherLogin,
    bad: {
      input: { appId: "", publicToken: "", metadata: { ...metadata, institutionId: "" } },
      paths: ["appId", "publicToken", "metadata.institutionId"],
    },
    as: "eve",
  },
  BankConnections: { input: fixed({}), as: "eve" },
  BankAccountLimit: { input: fixed({}), as: "eve" },
  BankAccounts: { input: theConnection, foreign: "CONNECTION_NOT_FOUND", as: "eve" },
  BankBalances: { input: theConnection, foreign: "CONNECTION_NOT_FOUND", as: "eve" },
  SyncBankConnection: {
    input: syncable,
    bad: { input: { connectionId: "conn_1", appId: "finance", daysBack: 731 }, paths: ["daysBack"] },
    foreign: "CONNECTION_NOT_FOUND",
    as: "eve",
  },
  BankTransactions: {
    input: anAccount,
    bad: { input: { limit: 501, connectionId: "" }, paths: ["limit", "connectionId"] },
    as: "eve",
  },
  ImportConnectedBankLines: {
    input: async (app, headers) => {
      const { accountId: bankAccountId } = await anAccount(app, headers);
      const ledgerAccountId = await accountOf(app, headers, "cash", "USD");
      return { ledgerAccountId, bankAccountId, from: "2020-01-01", to: "2039-12-31" };
    },
    bad: {
      input: { ledgerAccountId: "lac_x", bankAccountId: "bacc_x", from: "soon", to: "2026-01-01" },
      paths: ["from"],
    },
    foreign: "NOT_FOUND",
    as: "eve",
  },
  EditBankTransaction: {
    input: aTransaction,
    bad: { input: { transactionId: "btx_1", note: overlong, category: "" }, paths: ["note", "category"] },
    foreign: "NOT_FOUND",
    as: "eve",
  },
  ToggleBankApp: {
    input: async (app, headers) => ({
      ...(await theConnection(app, headers)),
      appId: "payroll",
      enabled: true,
    }),
    bad: { input: { connectionId: "conn_1", appId: "", enabled: true }, paths: ["appId"] },
    foreign: "CONNECTION_NOT_FOUND",
    as: "eve",
  },
  DisconnectBank: { input: newConnection, foreign: "CONNECTION_NOT_FOUND", as: "eve" },
  CheckBankDuplicate: {
    input: fixed({ metadata }),
    bad: { input: { metadata: { ...metadata, institutionName: "" } }, paths: ["metadata.institutionName"] },
    as: "eve",
  },
  ReceiveBankEvent: { input: fixed({ body: '{"webhook_code":"SAMPLE"}', signature: "none" }) },
  Institutions: {
    input: fixed({ query: "example", limit: 2 }),
    bad: { input: { query: "e", limit: 51 }, paths: ["query", "limit"] },
    as: "eve",
  },
  Institution: { input: fixed({ institutionId: "ins_109508" }), as: "eve" },
};
