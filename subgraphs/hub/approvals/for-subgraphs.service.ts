import type { GuardedCall, NewApproval } from "../../../src/access/approval.types.ts";
import type { Requester } from "../../../src/access/approval-requester.ts";
import type { HubContext } from "../hub.context.ts";
import type { ApprovalDemandFacts, GuardedCallInput } from "./approval.types.ts";
import { checkApproval, openRequest } from "./demand.service.ts";

const nothing = { request: null, requestId: null, resultSealed: null };

/** `checkApproval` for another subgraph. */
export async function checkForSubgraph(
  ctx: HubContext,
  input: GuardedCallInput,
): Promise<ApprovalDemandFacts> {
  const requester = input.requester as unknown as Requester;
  return { ...nothing, ...(await checkApproval(ctx, callOf(input), requester)) };
}

/** `openRequest` for another subgraph. */
export async function openForSubgraph(
  ctx: HubContext,
  input: GuardedCallInput,
): Promise<ApprovalDemandFacts> {
  const requester = input.requester as unknown as Requester;
  const stored = input.stored as Pick<NewApproval, "id" | "subgraph" | "appId" | "summary" | "inputSealed">;
  const request = await openRequest(ctx, { ...callOf(input), ...stored }, requester);
  return { ...nothing, state: "requested", request };
}

function callOf(input: GuardedCallInput): Omit<GuardedCall, "args"> {
  const { kind, operation, amountMinor, currency, requestHash } = input;
  const hasAmount = typeof amountMinor === "number" && typeof currency === "string";
  return { kind, operation, requestHash, amount: hasAmount ? { minor: amountMinor, currency } : null };
}
