import type { Logger } from "pino";
import type { CountryCode, PlaidApi, Products } from "plaid";
import { z } from "zod";
import { BankProviderFault, type BankProvider } from "../bank.port.ts";
import { createPlaidClient, type PlaidClientOptions } from "../../../../src/plaid/plaid-client.ts";
import { createPlaidCalls } from "./plaid-faults.ts";
import { accountSchema, institutionSchema, itemSchema, transactionSchema } from "./plaid-mapping.ts";
import { createUnconfiguredBank } from "./unconfigured-bank.ts";
import { KeyCache } from "../webhooks/webhook-key-cache.ts";

export interface PlaidBankOptions extends Omit<PlaidClientOptions, "secret"> {
  /** Null when the provider is not configured. */
  secret: string | null;
  countryCodes: readonly string[];
  /** Where banks with a page of their own redirect to; null for none. */
  redirectUri: string | null;
  log: Logger;
}

/** Most transactions of a page, the provider's own bound. */
const pageSize = 500;
/** History that is requested from banks at first: the maximum. */
const daysRequested = 730;

const tokenSchema = z.object({ access_token: z.string().min(1), item_id: z.string().min(1) });
const linkSchema = z.object({
  link_token: z.string().min(1),
  expiration: z.iso.datetime({ offset: true }),
});
const changesSchema = z.object({
  added: z.array(transactionSchema),
  modified: z.array(transactionSchema),
  removed: z.array(z.object({ transaction_id: z.string().min(1) })),
  next_cursor: z.string(),
  has_more: z.boolean(),
});
const keySchema = z.object({
  key: z.object({
    alg: z.literal("ES256"),
    kty: z.string(),
    crv: z.string(),
    x: z.string(),
    y: z.string(),
    expired_at: z.number().nullish(),
  }),
});

/** Plaid as the bank-aggregation provider, over its official SDK. */
export function createPlaidBank(options: PlaidBankOptions): BankProvider {
  const { secret, log } = options;
  if (secret === null) return createUnconfiguredBank();
  let loading: Promise<PlaidApi> | null = null;
  const run = createPlaidCalls(log);
  const client = () => (loading ??= createPlaidClient({ ...options, secret }));
  const ask = <Schema extends z.ZodType>(call: Parameters<Ask>[0], schema: Schema) =>
    run(
      async () => call(await client()),
      (data) => schema.parse(data),
    ) as Promise<z.output<Schema>>;
  return {
    isConfigured: true,
    ...itemCalls(ask, options),
    ...dataCalls(ask),
    ...institutionCalls(ask, options.countryCodes as CountryCode[]),
  };
}

type Ask = <Schema extends z.ZodType>(
  call: (plaid: PlaidApi) => Promise<{ data: unknown }>,
  schema: Schema,
) => Promise<z.output<Schema>>;

function itemCalls(ask: Ask, { countryCodes, redirectUri }: PlaidBankOptions) {
  return {
    createLinkToken: async ({ userId, appName, products, webhookUrl, accessToken }) => {
      const request = {
        user: { client_user_id: userId },
        client_name: appName.slice(0, 30),
        language: "en",
        country_codes: countryCodes as CountryCode[],
        webhook: webhookUrl,
        ...(redirectUri === null ? {} : { redirect_uri: redirectUri }),
        ...(accessToken === null
          ? { products: products as Products[], transactions: { days_requested: daysRequested } }
          : { access_token: accessToken }),
      };
      const { link_token, expiration } = await ask((plaid) => plaid.linkTokenCreate(request), linkSchema);
      return { linkToken: link_token, expiresAt: new Date(expiration) };
    },
    exchangePublicToken: async (publicToken) => {
      const found = await ask(
        (plaid) => plaid.itemPublicTokenExchange({ public_token: publicToken }),
        tokenSchema,
      );
      return { accessToken: found.access_token, itemId: found.item_id };
    },
    readItem: async (accessToken) => {
      const schema = z.object({ item: itemSchema });
      return (await ask((plaid) => plaid.itemGet({ access_token: accessToken }), schema)).item;
    },
    removeItem: async (accessToken) => {
      try {
        await ask((plaid) => plaid.itemRemove({ access_token: accessToken }), z.object({}));
      } catch (fault) {
        if (!(fault instanceof BankProviderFault) || fault.kind !== "item_gone") throw fault;
      }
    },
  } satisfies Partial<BankProvider>;
}

function dataCalls(ask: Ask) {
  const accountsSchema = z.object({ item: itemSchema, accounts: z.array(accountSchema) });
  return {
    listAccounts: (accessToken, signal) =>
      ask((plaid) => plaid.accountsGet({ access_token: accessToken }, { signal }), accountsSchema),
    readBalances: async (accessToken) => {
      const request = { access_token: accessToken };
      return (await ask((plaid) => plaid.accountsBalanceGet(request), accountsSchema)).accounts;
    },
    readChanges: async ({ accessToken, cursor, signal }) => {
      const request = {
        access_token: accessToken,
        count: pageSize,
        ...(cursor === null ? {} : { cursor }),
        options: {
          include_personal_finance_category: true,
          ...(cursor === null ? { days_requested: daysRequested } : {}),
        },
      };
      const page = await ask((plaid) => plaid.transactionsSync(request, { signal }), changesSchema);
      const { added, modified, next_cursor: nextCursor, has_more: hasMore } = page;
      return {
        added,
        modified,
        removed: page.removed.map(({ transaction_id: id }) => id),
        nextCursor,
        hasMore,
      };
    },
  } satisfies Partial<BankProvider>;
}

function institutionCalls(ask: Ask, countryCodes: CountryCode[]) {
  const keys = new KeyCache(async (keyId) => {
    try {
      return (await ask((plaid) => plaid.webhookVerificationKeyGet({ key_id: keyId }), keySchema)).key;
    } catch (fault) {
      if (fault instanceof BankProviderFault && fault.kind === "refused") return null;
      throw fault;
    }
  });
  return {
    searchInstitutions: async (query) => {
      const request = {
        query,
        products: ["transactions" as Products],
        country_codes: countryCodes,
        options: { include_optional_metadata: true },
      };
      const schema = z.object({ institutions: z.array(institutionSchema) });
      return (await ask((plaid) => plaid.institutionsSearch(request), schema)).institutions;
    },
    readInstitution: async (institutionId) => {
      const request = {
        institution_id: institutionId,
        country_codes: countryCodes,
        options: { include_optional_metadata: true, include_status: true },
      };
      try {
        const schema = z.object({ institution: institutionSchema });
        return (await ask((plaid) => plaid.institutionsGetById(request), schema)).institution;
      } catch (fault) {
        if (fault instanceof BankProviderFault && fault.kind === "refused" && isUnknown(fault)) return null;
        throw fault;
      }
    },
    readWebhookKey: (keyId, now) => keys.read(keyId, now),
  } satisfies Partial<BankProvider>;
}

function isUnknown({ providerCode }: BankProviderFault): boolean {
  return providerCode === "INVALID_INSTITUTION" || providerCode === "INVALID_FIELD";
}
