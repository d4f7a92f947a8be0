import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { deleteAccount, restoreAccount } from "./account-deletion.service.ts";
import { readMe } from "./identity.service.ts";
import { updateProfile } from "./profile.service.ts";
import { AccountDeletion, UpdateProfileInput } from "./profile.types.ts";
import { User } from "./user.entity.ts";

@Resolver()
export class ProfileResolver {
  @Query(() => User, { description: "The signed-in person's own profile." })
  profile(@Ctx() ctx: HubContext): Promise<User> {
    return readMe(ctx);
  }

  @Mutation(() => User, {
    description:
      "Changes the signed-in person's profile. Fields that they set win over what the identity provider says.",
  })
  updateProfile(
    @Ctx() ctx: HubContext,
    @Arg("input", () => UpdateProfileInput) input: UpdateProfileInput,
  ): Promise<User> {
    return updateProfile(ctx, input);
  }

  @Mutation(() => AccountDeletion, {
    description:
      "Closes the caller's account at once and erases it after 30 days. Until then `restoreAccount` undoes it. " +
      "Ledger rows are kept without a trace of the person.",
  })
  deleteAccount(@Ctx() ctx: HubContext): Promise<AccountDeletion> {
    return deleteAccount(ctx);
  }

  @Mutation(() => User, {
    description: "Opens the caller's deleted account again, within the 30 days. Keys work again, too.",
  })
  restoreAccount(@Ctx() ctx: HubContext): Promise<User> {
    return restoreAccount(ctx);
  }
}
