import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { grantRole, restoreUser, revokeRole, suspendUser } from "./user-standing.service.ts";
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
  @Query(() => AdminUserPage, { description: "Accounts of the platform, newest first. For administrators." })
  users(@Ctx() ctx: HubContext, @Args(() => UsersArgs) args: UsersArgs): Promise<AdminUserPage> {
    return listUsers(ctx, args);
  }

  @Query(() => AdminUser, { description: "One account with what was done to it. For administrators." })
  user(@Ctx() ctx: HubContext, @Arg("userId", () => ID) userId: string): Promise<AdminUser> {
    return readUser(ctx, userId);
  }

  @Mutation(() => AdminUser, {
    description: "Suspends an account: its tokens and keys are refused from the next call on.",
  })
  suspendUser(
    @Ctx() ctx: HubContext,
    @Arg("input", () => SuspendUserInput) input: SuspendUserInput,
  ): Promise<AdminUser> {
    return suspendUser(ctx, input);
  }

  @Mutation(() => AdminUser, {
    description:
      "Lifts an account's suspension, or undoes the deletion of one that is not suspended. An open account stays as it is.",
  })
  restoreUser(
    @Ctx() ctx: HubContext,
    @Arg("input", () => RestoreUserInput) input: RestoreUserInput,
  ): Promise<AdminUser> {
    return restoreUser(ctx, input);
  }

  @Mutation(() => AdminUser, { description: "Gives an account a role, from its next call on." })
  grantRole(
    @Ctx() ctx: HubContext,
    @Arg("input", () => UserRoleInput) input: UserRoleInput,
  ): Promise<AdminUser> {
    return grantRole(ctx, input);
  }

  @Mutation(() => AdminUser, {
    description:
      "Takes a role from an account, from its next call on and whatever its token says. Nobody can give up their own.",
  })
  revokeRole(
    @Ctx() ctx: HubContext,
    @Arg("input", () => UserRoleInput) input: UserRoleInput,
  ): Promise<AdminUser> {
    return revokeRole(ctx, input);
  }
}
