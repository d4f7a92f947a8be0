import { useEffect, useState } from "preact/hooks";
import { loadPrices } from "../console/prices.ts";

/** Credits of an operation of the price list, as they are now; null while nobody knows, or where there is none. */
export function usePrice(operation: string | undefined): number | null {
  const [credits, setCredits] = useState<number | null>(null);
  useEffect(() => {
    let isCurrent = true;
    if (operation === undefined) return;
    void loadPrices().then((prices) => isCurrent && setCredits(prices?.get(operation) ?? null));
    return () => {
      isCurrent = false;
    };
  }, [operation]);
  return credits;
}
