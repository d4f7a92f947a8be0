import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { User } from "../identity/user.entity.ts";
import {
  Account,
  AccountList,
  ChooseAccountInput,
  CreateOrganizationInput,
  UpdateOrganizationInput,
} from "./account.types.ts";
import {
  createOrganization,
  findAccountsOf,
  listAccounts,
  readAccount,
  updateOrganization,
} from "./accounts.service.ts";
import { chooseAccount } from "./choose-account.service.ts";

@Resolver()
export class AccountsResolver {
  @Query(() => AccountList, {
    description: "Lists the accounts you can act for: your own and your organizations.",
  })
  accounts(@Ctx() ctx: HubContext): Promise<AccountList> {
    return listAccounts(ctx);
  }

  @Query(() => Account, {
    description: "Returns the account that the request acts for: the one in `x-account-id`, or your own.",
  })
  account(@Ctx() ctx: HubContext): Promise<Account> {
    return readAccount(ctx);
  }

  @Mutation(() => Account, { description: "Creates an organization. You become its owner." })
  createOrganization(
    @Ctx() ctx: HubContext,
    @Arg("input", () => CreateOrganizationInput) input: CreateOrganizationInput,
  ): Promise<Account> {
    return createOrganization(ctx, input);
  }

  @Mutation(() => Account, {
    description:
      "Remembers the account you work for. New browsers start with it; requests without `x-account-id` still act for your personal account.",
  })
  chooseAccount(
    @Ctx() ctx: HubContext,
    @Arg("input", () => ChooseAccountInput) input: ChooseAccountInput,
  ): Promise<Account> {
    return chooseAccount(ctx, input);
  }

  @Mutation(() => Account, { description: "Renames the organization that the request acts for." })
  updateOrganization(
    @Ctx() ctx: HubContext,
    @Arg("input", () => UpdateOrganizationInput) input: UpdateOrganizationInput,
  ): Promise<Account> {
    return updateOrganization(ctx, input);
  }
}

@Resolver(() => User)
export class UserAccountsResolver {
  @FieldResolver(() => [Account], {
    description: "Accounts the user can act for: the personal one and organizations.",
  })
  accounts(@Ctx() ctx: HubContext): Promise<Account[]> {
    return findAccountsOf(ctx);
  }
}
