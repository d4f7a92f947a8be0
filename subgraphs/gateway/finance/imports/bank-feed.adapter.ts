import { parse } from "graphql";
import type { CallContext } from "../../../../src/context.ts";
import { DomainError } from "../../../../src/errors.ts";
import type { SubgraphExecutor } from "../../../../src/graphql/local-executor.ts";
import { callHubIn, type HubQuestion } from "../../base/internal-client.ts";
import type { BankFeedPort, FeedAccount, FeedQuery, FeedTransaction } from "./bank-feed.port.ts";

const appId = "finance";

const syncDocument = parse(
  "mutation SyncBankFeed($input: SyncBankConnectionInput!) { syncBankConnection(input: $input) { lastSyncedAt } }",
);
const accountsDocument = parse(/* GraphQL */ `
  query BankFeedAccounts($connectionId: ID!) {
    bankAccounts(connectionId: $connectionId) {
      accounts {
        accountId
        name
        type
        subtype
        currency
        isActive
        balances {
          current
        }
      }
    }
  }
`);
const transactionsDocument = parse(/* GraphQL */ `
  query BankFeedTransactions($connectionId: ID!, $from: Date!, $to: Date!, $cursor: String) {
    bankTransactions(
      connectionId: $connectionId
      startDate: $from
      endDate: $to
      limit: 500
      cursor: $cursor
    ) {
      transactions {
        transactionId
        accountId
        amount
        date
        name
        merchantName
        pending
        pendingTransactionId
      }
      nextCursor
    }
  }
`);

type StoredAccount = Omit<FeedAccount, "current"> & {
  isActive: boolean;
  balances: { current: number | null };
};

/** Bank connections of the hub, asked as the platform itself for the account of the call. */
export function createBankFeed(hub: SubgraphExecutor): BankFeedPort {
  const ask = (call: CallContext, question: Omit<HubQuestion, "appId">) =>
    callHubIn(hub, { ...question, appId }, call);
  return {
    read: async (call, query) => {
      const synced = await sync(query, (question) => ask(call, question));
      const { bankAccounts } = await ask(call, {
        document: accountsDocument,
        variables: { connectionId: query.connectionId },
      });
      const { accounts } = bankAccounts as { accounts: StoredAccount[] };
      return {
        synced,
        accounts: accounts
          .filter(({ isActive }) => isActive)
          .map(({ isActive: _, balances, ...account }) => ({ ...account, current: balances.current })),
        transactions: await readAll(query, (question) => ask(call, question)),
      };
    },
  };
}

type Ask = (question: Omit<HubQuestion, "appId">) => Promise<Record<string, unknown>>;

/** Asks for a sync; false where there was one less than 6 hours ago. */
async function sync({ connectionId, daysBack }: FeedQuery, ask: Ask): Promise<boolean> {
  try {
    await ask({
      document: syncDocument,
      variables: { input: { appId, connectionId, daysBack, forceSync: false } },
    });
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === "RATE_LIMIT_EXCEEDED") return false;
    throw error;
  }
}

async function readAll({ connectionId, from, to }: FeedQuery, ask: Ask): Promise<FeedTransaction[]> {
  const found: FeedTransaction[] = [];
  let cursor: string | null = null;
  do {
    const variables: Record<string, unknown> = { connectionId, from, to, cursor };
    const { bankTransactions } = await ask({ document: transactionsDocument, variables });
    const page = bankTransactions as { transactions: FeedTransaction[]; nextCursor: string | null };
    found.push(...page.transactions);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
}
