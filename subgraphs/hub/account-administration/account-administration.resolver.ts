import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import {
  listAccounts,
  readAccount,
  restoreOrganization,
  suspendOrganization,
} from "./account-administration.service.ts";
import {
  AccountRegistry,
  AccountRegistryArgs,
  RegisteredAccountDetail,
  RestoreOrganizationInput,
  SuspendOrganizationInput,
} from "./account-administration.types.ts";

@Resolver()
export class AccountAdministrationResolver {
  @Query(() => AccountRegistry, {
    description: "Lists personal accounts and organizations, newest first. Administrators only.",
  })
  accountRegistry(
    @Ctx() ctx: HubContext,
    @Args(() => AccountRegistryArgs) args: AccountRegistryArgs,
  ): Promise<AccountRegistry> {
    return listAccounts(ctx, args);
  }

  @Query(() => RegisteredAccountDetail, {
    description: "Returns one account with owners, plans, credits and counts. Administrators only.",
  })
  registeredAccount(
    @Ctx() ctx: HubContext,
    @Arg("accountId", () => ID, { description: "ID of the account." }) accountId: string,
  ): Promise<RegisteredAccountDetail> {
    return readAccount(ctx, accountId);
  }

  @Mutation(() => RegisteredAccountDetail, {
    description: "Suspends an organization. Its members and keys are refused from the next request on.",
  })
  suspendOrganization(
    @Ctx() ctx: HubContext,
    @Arg("input", () => SuspendOrganizationInput) input: SuspendOrganizationInput,
  ): Promise<RegisteredAccountDetail> {
    return suspendOrganization(ctx, input);
  }

  @Mutation(() => RegisteredAccountDetail, {
    description: "Lifts the suspension of an organization. An active one stays unchanged.",
  })
  restoreOrganization(
    @Ctx() ctx: HubContext,
    @Arg("input", () => RestoreOrganizationInput) input: RestoreOrganizationInput,
  ): Promise<RegisteredAccountDetail> {
    return restoreOrganization(ctx, input);
  }
}
