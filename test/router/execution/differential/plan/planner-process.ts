/** Plans what its parent sends. A panic of the planner ends this process instead of the tests. */
import { QueryPlanner } from "@graphql-hive/router-query-planner";

let planner: QueryPlanner | null = null;

process.on("message", ({ supergraph, text }: { supergraph?: string; text?: string }) => {
  if (supergraph !== undefined) planner = new QueryPlanner(supergraph);
  if (text === undefined) return;
  try {
    process.send!({ plan: planner!.plan(text, undefined, new Set(), 0) });
  } catch (error) {
    process.send!({ refusal: (error as Error).message });
  }
});
