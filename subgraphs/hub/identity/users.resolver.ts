import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { grantRole, restoreUser, revokeRole, suspendUser } from "./user-status.service.ts";
import { listUsers, readUser } from "./users.service.ts";
import {
  AdminUser,
  AdminUserPage,
  RestoreUserInput,
  SuspendUserInput,
  UserRoleInput,
  UsersArgs,
} from "./users.types.ts";

@Resolver()
export class UsersResolver {
  @Query(() => AdminUserPage, {
    description: "Lists the accounts of the platform, newest first. Requires an administrator.",
  })
  users(@Ctx() ctx: HubContext, @Args(() => UsersArgs) args: UsersArgs): Promise<AdminUserPage> {
    return listUsers(ctx, args);
  }

  @Query(() => AdminUser, { description: "Returns one account with its history. Requires an administrator." })
  user(
    @Ctx() ctx: HubContext,
    @Arg("userId", () => ID, { description: "ID of the account." }) userId: string,
  ): Promise<AdminUser> {
    return readUser(ctx, userId);
  }

  @Mutation(() => AdminUser, {
    description: "Suspends an account. Its tokens and keys are rejected from the next request on.",
  })
  suspendUser(
    @Ctx() ctx: HubContext,
    @Arg("input", () => SuspendUserInput) input: SuspendUserInput,
  ): Promise<AdminUser> {
    return suspendUser(ctx, input);
  }

  @Mutation(() => AdminUser, {
    description:
      "Restores an account: lifts its suspension, or cancels its deletion when it is not suspended. An open account stays unchanged.",
  })
  restoreUser(
    @Ctx() ctx: HubContext,
    @Arg("input", () => RestoreUserInput) input: RestoreUserInput,
  ): Promise<AdminUser> {
    return restoreUser(ctx, input);
  }

  @Mutation(() => AdminUser, { description: "Grants a role to an account, from its next request on." })
  grantRole(
    @Ctx() ctx: HubContext,
    @Arg("input", () => UserRoleInput) input: UserRoleInput,
  ): Promise<AdminUser> {
    return grantRole(ctx, input);
  }

  @Mutation(() => AdminUser, {
    description:
      "Revokes a role from an account, from its next request on. This overrides the role in its token. You cannot revoke your own role.",
  })
  revokeRole(
    @Ctx() ctx: HubContext,
    @Arg("input", () => UserRoleInput) input: UserRoleInput,
  ): Promise<AdminUser> {
    return revokeRole(ctx, input);
  }
}
