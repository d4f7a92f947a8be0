import type { PlanNode, QueryPlan } from "@graphql-hive/router-query-planner";
import { visit, type DocumentNode } from "graphql";
import type { FetchDocuments } from "./fetch-documents.ts";

/**
 * Bytes of heap that a compiled operation holds: plan, closures, validator of its variables, and what graphql-jit
 * compiles for its fetches. Measured over the platform's graph: about 10 KB for one field of one subgraph, and per
 * byte of the fetches' documents and per field of the response as much as stands here; estimates are 1 to 2 times
 * what was measured. `prepared` has its fragments opened, so that one spread many times counts as often.
 */
export function estimateBytes(
  plan: QueryPlan | null,
  prepared: DocumentNode,
  documents: FetchDocuments,
): number {
  let fields = 0;
  visit(prepared, {
    Field: () => {
      fields += 1;
    },
  });
  const fetchBytes = plan?.node ? documentBytes(plan.node, documents) : 0;
  return compiledBytes + bytesPerFetchByte * fetchBytes + bytesPerField * fields;
}

const compiledBytes = 12_000;
const bytesPerFetchByte = 130;
const bytesPerField = 400;

/** A document that other plans hold as well weighs on the first of them. */
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
    case "Condition":
      return [node.ifClause, node.elseClause].reduce(
        (sum, it) => sum + (it ? documentBytes(it, documents) : 0),
        0,
      );
    case "Subscription":
      // Its fetch has no kind of its own.
      return node.primary.operation.length;
    case "Defer":
      return 0;
  }
}
