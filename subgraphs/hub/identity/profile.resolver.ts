import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { deleteAccount, restoreAccount } from "./account-deletion.service.ts";
import { readMe } from "./identity.service.ts";
import { updateProfile } from "./profile.service.ts";
import { AccountDeletion, DeleteAccountArgs, UpdateProfileInput } from "./profile.types.ts";
import { User } from "./user.entity.ts";

@Resolver()
export class ProfileResolver {
  @Query(() => User, { description: "Returns the signed-in user's profile." })
  profile(@Ctx() ctx: HubContext): Promise<User> {
    return readMe(ctx);
  }

  @Mutation(() => User, {
    description: "Updates the signed-in user's profile. Its values override those of the identity provider.",
  })
  updateProfile(
    @Ctx() ctx: HubContext,
    @Arg("input", () => UpdateProfileInput) input: UpdateProfileInput,
  ): Promise<User> {
    return updateProfile(ctx, input);
  }

  @Mutation(() => AccountDeletion, {
    description:
      "Closes the account immediately and erases it after 30 days. Until then `restoreAccount` undoes it. Ledger entries are kept without personal data.",
  })
  deleteAccount(
    @Ctx() ctx: HubContext,
    @Args(() => DeleteAccountArgs) args: DeleteAccountArgs,
  ): Promise<AccountDeletion> {
    return deleteAccount(ctx, args);
  }

  @Mutation(() => User, {
    description: "Restores a deleted account within 30 days. Its API keys work again.",
  })
  restoreAccount(@Ctx() ctx: HubContext): Promise<User> {
    return restoreAccount(ctx);
  }
}
