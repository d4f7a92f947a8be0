import { useEffect, useState } from "preact/hooks";
import { loadPrices } from "../console/prices.ts";

/** Current price of an operation in credits. Null while unknown or without a price. */
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
