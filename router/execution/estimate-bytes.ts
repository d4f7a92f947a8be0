import type { PlanNode, QueryPlan } from "@graphql-hive/router-query-planner";
import { visit, type DocumentNode } from "graphql";
import type { FetchDocuments } from "./fetch-documents.ts";

/**
 * Heap bytes of a compiled operation: plan, closures, variable validator, and what graphql-jit compiles for its
 * fetches. Measured over the platform's graph: about 10 KB for one field of one subgraph, and the constants
 * below per byte of the fetches' documents and per field of the response; estimates are 1 to 2 times the
 * measured values. `prepared` has its fragments inlined, so that a fragment counts once per spread. `plans` are those
 * that no other operation shares.
 */
export function estimateBytes(
  plans: readonly QueryPlan[],
  prepared: DocumentNode,
  documents: FetchDocuments,
): number {
  let fields = 0;
  visit(prepared, {
    Field: () => {
      fields += 1;
    },
  });
  const fetchBytes = plans.reduce((sum, { node }) => sum + (node ? documentBytes(node, documents) : 0), 0);
  return compiledBytes + bytesPerFetchByte * fetchBytes + bytesPerField * fields;
}

const compiledBytes = 12_000;
const bytesPerFetchByte = 130;
const bytesPerField = 400;

/** A document that several plans share counts for the first of them only. */
function documentBytes(node: PlanNode, documents: FetchDocuments): number {
  switch (node.kind) {
    case "Fetch":
    case "BatchFetch":
      return documents.isShared(node.operation) ? 0 : node.operation.length;
    case "Sequence":
    case "Parallel":
      return node.nodes.reduce((sum, child) => sum + documentBytes(child, documents), 0);
    case "Flatten":
      return documentBytes(node.node, documents);
    case "Subscription":
      // Its fetch has no kind of its own.
      return node.primary.operation.length;
    case "Condition":
    case "Defer":
      return 0;
  }
}
