import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { closeOrganization, readClosure, reopenOrganization } from "./closing.service.ts";
import { AccountClosure, CloseOrganizationInput } from "./closure.types.ts";

@Resolver()
export class ClosingResolver {
  @Query(() => AccountClosure, {
    description:
      "Returns whether the organization is being closed. Also lists what stops a closure, and the credits and subscriptions that end with it.",
  })
  accountClosure(@Ctx() ctx: HubContext): Promise<AccountClosure> {
    return readClosure(ctx);
  }

  @Mutation(() => AccountClosure, {
    description:
      "Closes the organization. Its API keys stop at once, members can only read and export, and all data is erased after 30 days.",
  })
  closeOrganization(
    @Ctx() ctx: HubContext,
    @Arg("input", () => CloseOrganizationInput) input: CloseOrganizationInput,
  ): Promise<AccountClosure> {
    return closeOrganization(ctx, input);
  }

  @Mutation(() => AccountClosure, {
    description: "Opens an organization again that is being closed, with its members and API keys.",
  })
  reopenOrganization(@Ctx() ctx: HubContext): Promise<AccountClosure> {
    return reopenOrganization(ctx);
  }
}
