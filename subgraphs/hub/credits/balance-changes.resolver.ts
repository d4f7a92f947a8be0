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
      "Streams the account's credit balance in an app. Sends the balance on connect and after every change. Changes close together may be sent as one event with the latest balance. Holds alone send no event. Ends when the credential expires or is revoked.",
    subscribe: ({ args, context }) => watchBalance(context as HubContext, String(args["appId"])),
  })
  creditBalanceChanged(
    @Root() balance: CreditBalance,
    @Arg("appId", () => ID, { description: "ID of the app whose balance is streamed." }) _appId: string,
  ): CreditBalance {
    return balance;
  }

  @FieldResolver(() => User, {
    nullable: true,
    description: "User who owns the credits; null for a service account.",
  })
  async owner(@Ctx() ctx: HubContext): Promise<User | null> {
    // A principal sees only their own balance.
    const [owner = null] = await findOwnUsers(ctx, [ctx.principal.ownerId ?? ""]);
    return owner;
  }
}
