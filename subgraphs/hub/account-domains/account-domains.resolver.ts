import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import { Account } from "../accounts/account.types.ts";
import type { HubContext } from "../hub.context.ts";
import {
  AccountDomain,
  AccountDomainList,
  AccountSuggestionList,
  AddDomainInput,
  DomainInput,
  JoinAccountInput,
  RemovedDomain,
  UpdateDomainInput,
} from "./account-domain.types.ts";
import { addDomain, listDomains, removeDomain, updateDomain } from "./account-domains.service.ts";
import { joinAccount, listSuggestions } from "./suggestions.service.ts";
import { verifyDomain } from "./verify-domain.service.ts";

@Resolver()
export class AccountDomainsResolver {
  @Query(() => AccountDomainList, {
    description: "Lists the domains of the organization, with the DNS records that verify them.",
  })
  accountDomains(@Ctx() ctx: HubContext): Promise<AccountDomainList> {
    return listDomains(ctx);
  }

  @Query(() => AccountSuggestionList, {
    description: "Lists organizations that you can join by your verified e-mail address.",
  })
  accountSuggestions(@Ctx() ctx: HubContext): Promise<AccountSuggestionList> {
    return listSuggestions(ctx);
  }

  @Mutation(() => AccountDomain, {
    description: "Adds a domain to the organization, and returns the DNS record to publish.",
  })
  addDomain(
    @Ctx() ctx: HubContext,
    @Arg("input", () => AddDomainInput) input: AddDomainInput,
  ): Promise<AccountDomain> {
    return addDomain(ctx, input);
  }

  @Mutation(() => AccountDomain, { description: "Verifies a domain by its DNS record." })
  verifyDomain(
    @Ctx() ctx: HubContext,
    @Arg("input", () => DomainInput) input: DomainInput,
  ): Promise<AccountDomain> {
    return verifyDomain(ctx, input.domainId);
  }

  @Mutation(() => AccountDomain, {
    description: "Lets people with a verified address of the domain join without an invitation, or not.",
  })
  updateDomain(
    @Ctx() ctx: HubContext,
    @Arg("input", () => UpdateDomainInput) input: UpdateDomainInput,
  ): Promise<AccountDomain> {
    return updateDomain(ctx, input);
  }

  @Mutation(() => RemovedDomain, {
    description: "Removes a domain from the organization. Members who joined by it stay.",
  })
  removeDomain(
    @Ctx() ctx: HubContext,
    @Arg("input", () => DomainInput) input: DomainInput,
  ): Promise<RemovedDomain> {
    return removeDomain(ctx, input.domainId);
  }

  @Mutation(() => Account, { description: "Joins an organization that is suggested to you." })
  joinAccount(
    @Ctx() ctx: HubContext,
    @Arg("input", () => JoinAccountInput) input: JoinAccountInput,
  ): Promise<Account> {
    return joinAccount(ctx, input.accountId);
  }
}
