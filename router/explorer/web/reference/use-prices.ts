import { useEffect, useState } from "preact/hooks";
import type { PriceList } from "../console/estimate.ts";
import { loadPrices } from "../console/prices.ts";

/** Current prices of all operations. Null while they are loaded, and on failure. */
export function usePrices(): PriceList {
  const [prices, setPrices] = useState<PriceList>(null);
  useEffect(() => {
    let isCurrent = true;
    void loadPrices().then((list) => isCurrent && setPrices(list));
    return () => {
      isCurrent = false;
    };
  }, []);
  return prices;
}
