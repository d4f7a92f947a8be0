import { Arg, Ctx, FieldResolver, ID, Resolver, Root, Subscription } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { findOwnUsers } from "../identity/identity.service.ts";
import { User } from "../identity/user.entity.ts";
import { watchBalance } from "./balance-changes.service.ts";
import { CreditBalance } from "./credits.types.ts";

@Resolver(() => CreditBalance)
export class BalanceChangesResolver {
  @Subscription(() => CreditBalance, {
    description:
      "The caller's prepaid credits in an app: at once, and again after every movement. " +
      "Movements that come close together may be one event, which shows the latest balance. " +
      "Setting credits aside is no movement. Ends when the credential does.",
    subscribe: ({ args, context }) => watchBalance(context as HubContext, String(args["appId"])),
  })
  creditBalanceChanged(
    @Root() balance: CreditBalance,
    @Arg("appId", () => ID) _appId: string,
  ): CreditBalance {
    return balance;
  }

  @FieldResolver(() => User, {
    nullable: true,
    description: "Whose credits they are; null for a service account, which is nobody's.",
  })
  async owner(@Ctx() ctx: HubContext): Promise<User | null> {
    // A balance that anybody sees is their own.
    const [owner = null] = await findOwnUsers(ctx, [ctx.principal.ownerId ?? ""]);
    return owner;
  }
}
