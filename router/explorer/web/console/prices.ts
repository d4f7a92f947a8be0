import { nobody } from "../session/identity.ts";
import { session } from "../session/session.ts";
import type { PriceList } from "./estimate.ts";

const document = `query ConsolePrices {
  creditPackages(appId: "central") {
    consumptionRate
  }
}`;

interface Rates {
  creditPackages: { consumptionRate: Record<string, { cost: number; enabled: boolean }> };
}

let loading: Promise<PriceList> | null = null;

/** Current price list, loaded once. Null on failure. Disabled prices are free. */
export function loadPrices(): Promise<PriceList> {
  loading ??= session.graphql<Rates>(document, {}, { as: nobody, isQuiet: true, isPageRead: true }).then(
    ({ data }) => {
      if (!data) return null;
      const rates = Object.entries(data.creditPackages.consumptionRate);
      return new Map(rates.map(([operation, { cost, enabled }]) => [operation, enabled ? cost : 0]));
    },
    () => {
      loading = null;
      return null;
    },
  );
  return loading;
}
