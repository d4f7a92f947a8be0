import { useEffect, useMemo, useState } from "preact/hooks";
import { estimate, type Estimate, type PriceList } from "./estimate.ts";
import { loadPrices } from "./prices.ts";
import { NotReadable, readDocument } from "./read-document.ts";
import { loadGraph, type Graph } from "./schema-facts.ts";

/** The graph once it is loaded, with descriptions for who writes; a failure is told in words. */
export function useGraph(isWriting: boolean): { graph: Graph | null; failure: string | null } {
  const [graph, setGraph] = useState<Graph | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    loadGraph(isWriting ? "described" : "bare").then(
      (loaded) => isCurrent && setGraph(loaded),
      (error: Error) => isCurrent && setFailure(error.message),
    );
    return () => {
      isCurrent = false;
    };
  }, [isWriting]);
  return { graph, failure };
}

/** What a document will come to; null while it cannot be read. Prices are asked for when one is needed. */
export function useEstimate(
  graph: Graph | null,
  text: string,
  operationName: string | null,
): Estimate | null {
  const [prices, setPrices] = useState<PriceList>(null);
  const known = useMemo(() => {
    if (!graph) return null;
    try {
      return estimate(readDocument(text, operationName), graph, prices);
    } catch (error) {
      if (error instanceof NotReadable) return null;
      throw error;
    }
  }, [graph, text, operationName, prices]);
  const needsPrices = prices === null && known?.credits === null;
  useEffect(() => {
    if (needsPrices) void loadPrices().then(setPrices);
  }, [needsPrices]);
  return known;
}
