import { Args, Ctx, Query, Resolver } from "type-graphql";
import type { HubContext } from "../../hub.context.ts";
import { readReceivableAging } from "./receivable-aging.service.ts";
import { AccountsReceivableAging, AccountsReceivableAgingArgs } from "./receivable-aging.types.ts";

@Resolver()
export class ReceivablesResolver {
  @Query(() => AccountsReceivableAging, {
    description: "Returns what clients owe by days past due, from the ledger alone.",
  })
  accountsReceivableAging(
    @Ctx() ctx: HubContext,
    @Args(() => AccountsReceivableAgingArgs) args: AccountsReceivableAgingArgs,
  ): Promise<AccountsReceivableAging> {
    return readReceivableAging(ctx, args);
  }
}
