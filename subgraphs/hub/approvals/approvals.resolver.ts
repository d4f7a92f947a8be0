import { Arg, Args, Ctx, Directive, ID, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { listRules, setRule } from "./approval-rules.service.ts";
import {
  ApprovalDemandFacts,
  ApprovalRequest,
  ApprovalRequestInput,
  ApprovalRequestPage,
  ApprovalRequestsArgs,
  ApprovalRule,
  ApprovalRuleList,
  GuardedCallInput,
  RejectApprovalInput,
  SetApprovalRuleInput,
} from "./approval.types.ts";
import { approveRequest, cancelRequest, listRequests, readRequest, rejectRequest } from "./decide.service.ts";
import { checkForSubgraph, openForSubgraph } from "./for-subgraphs.service.ts";

@Resolver()
export class ApprovalsResolver {
  @Query(() => ApprovalRuleList, {
    description: "Lists which operations of the organization need a second person.",
  })
  approvalRules(@Ctx() ctx: HubContext): Promise<ApprovalRuleList> {
    return listRules(ctx);
  }

  @Query(() => ApprovalRequestPage, {
    description: "Lists approval requests that you made or can decide, newest first.",
  })
  approvalRequests(
    @Ctx() ctx: HubContext,
    @Args(() => ApprovalRequestsArgs) args: ApprovalRequestsArgs,
  ): Promise<ApprovalRequestPage> {
    return listRequests(ctx, args);
  }

  @Query(() => ApprovalRequest, { description: "Returns an approval request." })
  approvalRequest(
    @Ctx() ctx: HubContext,
    @Arg("requestId", () => ID, { description: "ID of the approval request." }) requestId: string,
  ): Promise<ApprovalRequest> {
    return readRequest(ctx, requestId);
  }

  @Mutation(() => ApprovalRule, {
    description:
      "Sets whether a kind of operations needs a second person. Requiring less needs an approval itself where another administrator can give it.",
  })
  setApprovalRule(
    @Ctx() ctx: HubContext,
    @Arg("input", () => SetApprovalRuleInput) input: SetApprovalRuleInput,
  ): Promise<ApprovalRule> {
    return setRule(ctx, input);
  }

  @Mutation(() => ApprovalRequest, {
    description: "Approves a request. Its operation then runs once, exactly as it was requested.",
  })
  approveApprovalRequest(
    @Ctx() ctx: HubContext,
    @Arg("input", () => ApprovalRequestInput) input: ApprovalRequestInput,
  ): Promise<ApprovalRequest> {
    return approveRequest(ctx, input.requestId);
  }

  @Mutation(() => ApprovalRequest, { description: "Rejects a request. Its operation never runs." })
  rejectApprovalRequest(
    @Ctx() ctx: HubContext,
    @Arg("input", () => RejectApprovalInput) input: RejectApprovalInput,
  ): Promise<ApprovalRequest> {
    return rejectRequest(ctx, input);
  }

  @Mutation(() => ApprovalRequest, { description: "Cancels your own request before it is decided." })
  cancelApprovalRequest(
    @Ctx() ctx: HubContext,
    @Arg("input", () => ApprovalRequestInput) input: ApprovalRequestInput,
  ): Promise<ApprovalRequest> {
    return cancelRequest(ctx, input.requestId);
  }

  @Directive("@inaccessible")
  @Query(() => ApprovalDemandFacts, { description: "Returns whether a call needs a second person." })
  approvalDemand(
    @Ctx() ctx: HubContext,
    @Arg("input", () => GuardedCallInput) input: GuardedCallInput,
  ): Promise<ApprovalDemandFacts> {
    return checkForSubgraph(ctx, input);
  }

  @Directive("@inaccessible")
  @Mutation(() => ApprovalDemandFacts, { description: "Stores a call until a second person approves it." })
  openApprovalRequest(
    @Ctx() ctx: HubContext,
    @Arg("input", () => GuardedCallInput) input: GuardedCallInput,
  ): Promise<ApprovalDemandFacts> {
    return openForSubgraph(ctx, input);
  }
}
