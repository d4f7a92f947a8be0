import { Arg, Ctx, Directive, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../base/gateway.context.ts";
import { readLedgerFacts, readLedgerOpenItems } from "./ledger-facts.service.ts";
import * as types from "./ledger-facts.types.ts";

@Resolver()
export class LedgerFactsResolver {
  @Directive("@inaccessible")
  @Query(() => [types.LedgerFactRecord], {
    description: "Returns what happened in an app for the account's books. Internal to the platform.",
  })
  ledgerFacts(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.LedgerFactsInput) input: types.LedgerFactsInput,
  ): Promise<types.LedgerFactRecord[]> {
    return readLedgerFacts(ctx, input);
  }

  @Directive("@inaccessible")
  @Query(() => [types.LedgerOpenItem], {
    description: "Returns what is open in an app at the end of a day. Internal to the platform.",
  })
  ledgerOpenItems(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.LedgerOpenItemsInput) input: types.LedgerOpenItemsInput,
  ): Promise<types.LedgerOpenItem[]> {
    return readLedgerOpenItems(ctx, input);
  }
}
