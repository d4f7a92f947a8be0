import { BankProviderFault, type BankProvider } from "../bank.port.ts";

/** The provider when none is configured. */
export function createUnconfiguredBank(): BankProvider {
  const refuse = () => Promise.reject(new BankProviderFault("unconfigured"));
  return {
    isConfigured: false,
    createLinkToken: refuse,
    exchangePublicToken: refuse,
    readItem: refuse,
    removeItem: refuse,
    listAccounts: refuse,
    readBalances: refuse,
    readChanges: refuse,
    searchInstitutions: refuse,
    readInstitution: refuse,
    readWebhookKey: refuse,
  };
}
