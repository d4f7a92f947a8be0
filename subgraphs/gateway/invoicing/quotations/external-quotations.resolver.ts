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
    description: "Creates a draft quotation from another application. It is numbered at once.",
  })
  createExternalQuotation(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => CreateExternalQuotationInput) input: CreateExternalQuotationInput,
  ): Promise<ExternalQuotation> {
    return createExternalQuotation(ctx, input);
  }

  @Query(() => ExternalQuotationList, {
    description: "The account's newest quotations for another application, whichever way they were made.",
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
  @Query(() => QuotationPortalPage, { description: "What the holder of a quotation's link sees of it." })
  quotationPortalPage(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.QuotationPortalArgs) args: types.QuotationPortalArgs,
  ): Promise<QuotationPortalPage> {
    return readPortalPage(ctx, args.token);
  }

  @Mutation(() => QuotationPortalPage, { description: "The client accepts a quotation by its link." })
  acceptQuotationByLink(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.QuotationPortalInput) input: types.QuotationPortalInput,
  ): Promise<QuotationPortalPage> {
    return acceptByLink(ctx, input);
  }

  @Mutation(() => QuotationPortalPage, { description: "The client declines a quotation by its link." })
  declineQuotationByLink(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.QuotationPortalInput) input: types.QuotationPortalInput,
  ): Promise<QuotationPortalPage> {
    return declineByLink(ctx, input);
  }
}
