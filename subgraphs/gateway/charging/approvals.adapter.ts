import { parse } from "graphql";
import type { ApprovalDemand, ApprovalPort, GuardedCall } from "../../../src/access/approval.types.ts";
import { requesterOf } from "../../../src/access/approval-requester.ts";
import type { RequestContext } from "../../../src/context.ts";
import type { ErrorDetails } from "../../../src/errors.ts";
import type { SubgraphExecutor } from "../../../src/graphql/local-executor.ts";
import { callHub } from "../base/internal-client.ts";

const checkDocument = parse(
  "query ApprovalDemand($input: GuardedCallInput!) { approvalDemand(input: $input) { state request requestId resultSealed } }",
);
const openDocument = parse(
  "mutation OpenApprovalRequest($input: GuardedCallInput!) { openApprovalRequest(input: $input) { request } }",
);

/** Approvals of the hub, reached through its subgraph as the internal principal, for the account of the call. */
export function createHubApprovals(hub: SubgraphExecutor): ApprovalPort {
  return {
    check: async (ctx, call) => {
      const data = await callHub(hub, checkDocument, inputOf(ctx, call), ctx);
      return data["approvalDemand"] as ApprovalDemand;
    },
    request: async (ctx, approval) => {
      const { id, subgraph, appId, summary, inputSealed } = approval;
      const stored = { id, subgraph, appId, summary, inputSealed };
      const data = await callHub(hub, openDocument, { ...inputOf(ctx, approval), stored }, ctx);
      return (data["openApprovalRequest"] as { request: ErrorDetails }).request;
    },
  };
}

/** The call without its input, which leaves this subgraph sealed. */
function inputOf(ctx: RequestContext, { kind, operation, amount, requestHash }: GuardedCall) {
  const requester = requesterOf(ctx.principal, ctx.idempotencyKey);
  return {
    kind,
    operation,
    requestHash,
    requester,
    amountMinor: amount?.minor ?? null,
    currency: amount?.currency ?? null,
  };
}
