import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { FinanceContext } from "../finance.context.ts";
import { linkBankAccount, listBankLinks, unlinkBankAccount } from "./link-bank.service.ts";
import * as types from "./link-bank.types.ts";

@Resolver()
export class FinanceBankLinksResolver {
  @Query(() => types.BankLinkList, {
    description: "Lists linked banks with their last sync and errors, newest first.",
  })
  bankLinks(@Ctx() ctx: FinanceContext): Promise<types.BankLinkList> {
    return listBankLinks(ctx);
  }

  @Mutation(() => types.BankLink, {
    description: "Links a bank with the token of a finished login. Sync the link to import its accounts.",
  })
  linkBankAccount(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.LinkBankAccountInput, { description: "Bank and token of the login." })
    input: types.LinkBankAccountInput,
  ): Promise<types.BankLink> {
    return linkBankAccount(ctx, input);
  }

  @Mutation(() => types.UnlinkedBank, {
    description: "Ends a bank link. Accounts and transactions are kept unless `keepHistory` is false.",
  })
  unlinkBankAccount(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.UnlinkBankAccountInput, { description: "Bank link to end." })
    input: types.UnlinkBankAccountInput,
  ): Promise<types.UnlinkedBank> {
    return unlinkBankAccount(ctx, input);
  }
}
