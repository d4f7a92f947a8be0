import { DomainError } from "../../../src/errors.ts";
import type {
  ChargeOutcome,
  PackageOffer,
  ReloadCharge,
  ReloadHub,
} from "../../../subgraphs/gateway/auto-reload/reload-hub.port.ts";

/** Behaviour of a card on charge; `unknown` charges it and loses the response, `lost` loses the request. */
export type CardBehaviour =
  | "pays"
  | "processing"
  | "unknown"
  | "lost"
  | { code: string; declineCode?: string; isHard?: boolean };

/** One account's credits and card, with the hub's promises and nothing behind them. */
export interface FakeReloadHub extends ReloadHub {
  /** In hundredths. */
  available: number;
  hasMethod: boolean;
  card: CardBehaviour;
  offers: Map<string, PackageOffer>;
  walletAppId: string;
  /** Every call that reached the processor, with its key. */
  asked: string[];
  /** The actual charges, by reload. */
  charged: Map<string, ReloadCharge>;
  endpoints: Map<string, string | null>;
  /** Called before each response of the named operation. */
  before: ((operation: "terms" | "charge" | "endpoint") => void | Promise<void>) | null;
}

const offer = (packageId: string, credits: number, priceCents: number): [string, PackageOffer] => [
  packageId,
  { packageId, credits: credits * 100, priceCents, currency: "USD" },
];

export function createFakeReloadHub(available: number): FakeReloadHub {
  const outcomes = new Map<string, Extract<ChargeOutcome, { status: "succeeded" | "failed" }>>();
  const secrets = new Map<string, string | null>();
  const hub: FakeReloadHub = {
    available: available * 100,
    hasMethod: true,
    card: "pays",
    offers: new Map([offer("pkg_starter", 100, 1_000), offer("pkg_growth", 500, 4_500)]),
    walletAppId: "central",
    asked: [],
    charged: new Map(),
    endpoints: new Map(),
    before: null,
    readTerms: async (_call, { packageId, needsMethod, webhookUrl }) => {
      await hub.before?.("terms");
      if (webhookUrl && !webhookUrl.startsWith("https:"))
        throw new DomainError("INVALID_URL", "webhookUrl: must be https");
      return {
        walletAppId: hub.walletAppId,
        balance: hub.available,
        available: hub.available,
        offer: hub.offers.get(packageId ?? "") ?? null,
        hasMethod: needsMethod ? hub.hasMethod : null,
      };
    },
    charge: async (_call, charge) => {
      await hub.before?.("charge");
      const known = outcomes.get(charge.reloadId);
      if (known) return known;
      hub.asked.push(charge.reloadId);
      const { card } = hub;
      if (card === "lost") throw unknownOutcome();
      if (card === "processing") return { status: "processing", transactionId: `txn_${charge.reloadId}` };
      outcomes.set(charge.reloadId, settle(hub, charge, card));
      if (card === "unknown") throw unknownOutcome();
      return outcomes.get(charge.reloadId)!;
    },
    syncEndpoint: async (_call, { appId, url, key }) => {
      await hub.before?.("endpoint");
      if (!secrets.has(key)) {
        const isNew = url !== null && hub.endpoints.get(appId) !== url;
        secrets.set(key, isNew ? `whsec_${secrets.size}` : null);
        hub.endpoints.set(appId, url);
      }
      return { secret: secrets.get(key)! };
    },
    readAvailable: (_call, wallets) => Promise.resolve(wallets.map(() => hub.available)),
  };
  return hub;
}

function settle(hub: FakeReloadHub, charge: ReloadCharge, card: CardBehaviour) {
  const transactionId = `txn_${charge.reloadId}`;
  if (typeof card === "object") {
    const { code, declineCode = null, isHard = false } = card;
    return { status: "failed" as const, transactionId, code, declineCode, isHard };
  }
  hub.charged.set(charge.reloadId, charge);
  hub.available += charge.credits;
  return { status: "succeeded" as const, transactionId, balanceAfter: hub.available };
}

function unknownOutcome(): DomainError {
  return new DomainError("PROCESSOR_ERROR", "Nobody knows.", { retryable: true, unknownOutcome: true });
}
