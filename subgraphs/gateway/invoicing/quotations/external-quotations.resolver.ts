import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { InvoicingContext } from "../invoicing.context.ts";
import { CreateExternalQuotationInput } from "../invoices/external-invoice.types.ts";
import * as types from "./quotation-input.types.ts";
import { acceptByLink, declineByLink } from "./quotation-portal.service.ts";
import { ExternalQuotation, ExternalQuotationList, QuotationPortalPage } from "./quotation.types.ts";
import { createExternalQuotation } from "./quotations.service.ts";
import { listExternalQuotations, readPortalPage } from "./read-quotations.service.ts";

@Resolver()
export class ExternalQuotationsResolver {
  @Mutation(() => ExternalQuotation, {
    description: "Creates a draft quotation from another application. It gets its number immediately.",
  })
  createExternalQuotation(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => CreateExternalQuotationInput, {
      description: "Customer and lines of the new quotation.",
    })
    input: CreateExternalQuotationInput,
  ): Promise<ExternalQuotation> {
    return createExternalQuotation(ctx, input);
  }

  @Query(() => ExternalQuotationList, {
    description:
      "Lists the account's newest quotations for another application, including those created elsewhere.",
  })
  externalQuotations(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.ExternalQuotationsArgs) args: types.ExternalQuotationsArgs,
  ): Promise<ExternalQuotationList> {
    return listExternalQuotations(ctx, args);
  }
}

@Resolver()
export class QuotationPortalResolver {
  @Query(() => QuotationPortalPage, {
    description: "Returns the quotation details shown on the page of its link.",
  })
  quotationPortalPage(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.QuotationPortalArgs) args: types.QuotationPortalArgs,
  ): Promise<QuotationPortalPage> {
    return readPortalPage(ctx, args.token);
  }

  @Mutation(() => QuotationPortalPage, { description: "Accepts a quotation as the client, by its link." })
  acceptQuotationByLink(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.QuotationPortalInput, {
      description: "Link token and the name of the person who accepts.",
    })
    input: types.QuotationPortalInput,
  ): Promise<QuotationPortalPage> {
    return acceptByLink(ctx, input);
  }

  @Mutation(() => QuotationPortalPage, { description: "Declines a quotation as the client, by its link." })
  declineQuotationByLink(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.QuotationPortalInput, {
      description: "Link token and the reason for declining.",
    })
    input: types.QuotationPortalInput,
  ): Promise<QuotationPortalPage> {
    return declineByLink(ctx, input);
  }
}
