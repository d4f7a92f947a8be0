import { parse } from "graphql";
import type { CallContext } from "../../../../src/context.ts";
import type { SubgraphExecutor } from "../../../../src/graphql/local-executor.ts";
import { callHubIn, type HubQuestion } from "../../base/internal-client.ts";
import type { BankConnection, BankConnectionsPort } from "./bank-connections.port.ts";

const appId = "finance";

const fields = `connectionId institutionId institutionName status errorCode accountCount lastSyncedAt nextSyncAllowedAt
  createdAt apps { appId enabled }`;
const listDocument = parse(`query FinanceBankConnections { bankConnections { connections { ${fields} } } }`);
const institutionDocument = parse(
  "query FinanceBank($institutionId: ID!) { institution(institutionId: $institutionId) { name } }",
);
const exchangeDocument = parse(
  `mutation ConnectFinanceBank($input: ExchangeBankTokenInput!) { exchangeBankToken(input: $input) { connection { ${fields} } } }`,
);
const accountsDocument = parse(
  "query FinanceBankAccounts($connectionId: ID!) { bankAccounts(connectionId: $connectionId) { accounts { accountId } } }",
);
const toggleDocument = parse(
  "mutation LeaveFinanceBank($input: ToggleBankAppInput!) { toggleBankApp(input: $input) { apps { appId enabled } } }",
);
const disconnectDocument = parse(
  "mutation EndFinanceBank($input: DisconnectBankInput!) { disconnectBank(input: $input) { status } }",
);

/**
 * Bank connections of the hub, asked as the platform itself for the account of the call. Connections are read in no app,
 * since one that was left is hidden from the app.
 */
export function createBankConnections(hub: SubgraphExecutor): BankConnectionsPort {
  const ask = (call: CallContext, question: Omit<HubQuestion, "appId">) =>
    callHubIn(hub, { ...question, appId: null }, call);
  return {
    list: async (call) => {
      const { bankConnections } = await ask(call, { document: listDocument, variables: {} });
      const { connections } = bankConnections as { connections: BankConnection[] };
      return connections.filter(({ apps }) => apps.some((app) => app.appId === appId));
    },
    connect: async (call, { institutionId, publicToken, idempotencyKey }) => {
      const { institution } = await ask(call, {
        document: institutionDocument,
        variables: { institutionId },
      });
      const { name: institutionName } = institution as { name: string };
      // The page's list of accounts is not needed: the login shows them.
      const metadata = { institutionId, institutionName, accounts: [] };
      const variables = { input: { appId, publicToken, metadata } };
      const answer = await ask(call, {
        document: exchangeDocument,
        variables,
        idempotencyKey,
        isFenced: true,
      });
      return (answer["exchangeBankToken"] as { connection: BankConnection }).connection;
    },
    accountIds: async (call, connectionId) => {
      const { bankAccounts } = await ask(call, { document: accountsDocument, variables: { connectionId } });
      return (bankAccounts as { accounts: { accountId: string }[] }).accounts.map(
        ({ accountId }) => accountId,
      );
    },
    leave: async (call, { connectionId, status, apps }) => {
      if (status === "disconnected") return;
      const isEnabled = apps.some((app) => app.appId === appId && app.enabled);
      const left = isEnabled ? await leaveApp(call, connectionId) : apps;
      if (left.some(({ enabled }) => enabled)) return;
      await ask(call, {
        document: disconnectDocument,
        variables: { input: { connectionId } },
        isFenced: true,
      });
    },
  };

  async function leaveApp(call: CallContext, connectionId: string): Promise<BankConnection["apps"]> {
    const variables = { input: { connectionId, appId, enabled: false } };
    const { toggleBankApp } = await ask(call, { document: toggleDocument, variables, isFenced: true });
    return (toggleBankApp as { apps: BankConnection["apps"] }).apps;
  }
}
