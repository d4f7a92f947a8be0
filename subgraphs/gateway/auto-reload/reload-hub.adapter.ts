import { parse } from "graphql";
import type { SubgraphExecutor } from "../../../src/graphql/local-executor.ts";
import { toMajor, toMinor } from "../../../src/money.ts";
import { callHub } from "../base/internal-client.ts";
import type { ChargeOutcome, ReloadHub, ReloadTerms } from "./reload-hub.port.ts";

const termsDocument = parse(/* GraphQL */ `
  query ReloadTerms($input: ReloadTermsInput!) {
    reloadTerms(input: $input) {
      walletAppId
      balance
      available
      offer {
        packageId
        credits
        priceCents
        currency
      }
      hasMethod
    }
  }
`);
const chargeDocument = parse(/* GraphQL */ `
  mutation ChargeReload($input: ChargeReloadInput!) {
    chargeReload(input: $input) {
      status
      transactionId
      balanceAfter
      code
      declineCode
      isHard
    }
  }
`);
const endpointDocument = parse(
  "mutation SyncReloadEndpoint($input: SyncReloadEndpointInput!) { syncReloadEndpoint(input: $input) { secret } }",
);
const availableDocument = parse(
  "query ReloadBalances($input: ReloadBalancesInput!) { reloadBalances(input: $input) { available } }",
);

/** Adapter that sends requests to the hub subgraph as the internal principal, for the account of the call. */
export function createReloadHub(hub: SubgraphExecutor): ReloadHub {
  return {
    readTerms: async (call, { appId, packageId, needsMethod = false, webhookUrl = null }) => {
      const input = { appId, packageId, needsMethod, webhookUrl };
      const { reloadTerms } = await callHub(hub, termsDocument, input, call);
      const { balance, available, offer, ...terms } = reloadTerms as ReloadTerms;
      return {
        ...terms,
        balance: hundredths(balance),
        available: hundredths(available),
        offer: offer && { ...offer, credits: hundredths(offer.credits) },
      };
    },
    charge: async (call, { reloadId, walletAppId: appId, packageId, amountCents, credits }) => {
      const input = { reloadId, appId, packageId, amountCents, credits: toMajor(credits, 2) };
      const { chargeReload } = await callHub(hub, chargeDocument, input, call);
      const outcome = chargeReload as ChargeOutcome;
      return outcome.status === "succeeded"
        ? { ...outcome, balanceAfter: hundredths(outcome.balanceAfter) }
        : outcome;
    },
    syncEndpoint: async (call, { appId, url, key }) => {
      const { syncReloadEndpoint } = await callHub(hub, endpointDocument, { appId, url }, call, {
        idempotencyKey: key,
        isFenced: true,
      });
      return syncReloadEndpoint as { secret: string | null };
    },
    readAvailable: async (call, wallets) => {
      const { reloadBalances } = await callHub(hub, availableDocument, { wallets }, call);
      return (reloadBalances as { available: number[] }).available.map(hundredths);
    },
  };
}

/** The hub's Credits scalar has two decimals. */
const hundredths = (credits: number): number => toMinor(credits, 2);
