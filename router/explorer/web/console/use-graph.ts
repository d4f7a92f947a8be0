import { useEffect, useMemo, useState } from "preact/hooks";
import { estimate, type Estimate, type PriceList } from "./estimate.ts";
import { loadPrices } from "./prices.ts";
import { NotReadable, readDocument } from "./read-document.ts";
import { loadGraph, type Graph } from "./schema-facts.ts";

/** Loads the graph, with descriptions for the editor. A failure is a readable message. */
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

/** Estimate of a document. Null while the document is invalid. Loads prices on first use. */
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
