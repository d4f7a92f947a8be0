import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import { DocumentFile } from "../documents/document-file.types.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import * as types from "./client-portal.types.ts";
import { createPortalLink, revokeLink } from "./portal-links.service.ts";
import { removePortalMethod } from "./portal-methods.service.ts";
import * as page from "./portal-page.service.ts";

@Resolver()
export class ClientPortalResolver {
  @Query(() => types.ClientPortalPage, { description: "Returns what a client sees on the page of the link." })
  clientPortalPage(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.ClientPortalArgs) args: types.ClientPortalArgs,
  ): Promise<types.ClientPortalPage> {
    return page.readClientPortal(ctx, args.token);
  }

  @Query(() => DocumentFile, {
    description: "Renders the receipt of a payment for the holder of a client's link.",
  })
  clientPortalReceipt(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.ClientPortalReceiptArgs) args: types.ClientPortalReceiptArgs,
  ): Promise<DocumentFile> {
    return page.renderPortalReceipt(ctx, args);
  }

  @Query(() => DocumentFile, {
    description: "Renders an invoice as a PDF for the holder of its payment link.",
  })
  invoicePdfByLink(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.LinkPdfArgs) args: types.LinkPdfArgs,
  ): Promise<DocumentFile> {
    return page.renderInvoiceByLink(ctx, args);
  }

  @Query(() => DocumentFile, { description: "Renders a quotation as a PDF for the holder of its link." })
  quotationPdfByLink(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.LinkPdfArgs) args: types.LinkPdfArgs,
  ): Promise<DocumentFile> {
    return page.renderQuotationByLink(ctx, args);
  }

  @Mutation(() => types.ClientPortalLink, {
    description: "Creates a link with which a client sees all documents. An earlier link stops working.",
  })
  createClientPortalLink(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.CreateClientPortalLinkInput, { description: "Client, and how long it works." })
    input: types.CreateClientPortalLinkInput,
  ): Promise<types.ClientPortalLink> {
    return createPortalLink(ctx, input);
  }

  @Mutation(() => types.RevokedClientPortalLink, { description: "Revokes a client's link to all documents." })
  revokeClientPortalLink(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.RevokeClientPortalLinkInput, { description: "Client whose link to revoke." })
    input: types.RevokeClientPortalLinkInput,
  ): Promise<types.RevokedClientPortalLink> {
    return revokeLink(ctx, input);
  }

  @Mutation(() => types.ClientPortalPage, {
    description: "Removes a saved payment method by the client's link.",
  })
  removePortalPaymentMethod(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.RemovePortalPaymentMethodInput, { description: "Link, and the saved method." })
    input: types.RemovePortalPaymentMethodInput,
  ): Promise<types.ClientPortalPage> {
    return removePortalMethod(ctx, input);
  }

  @Mutation(() => types.ClientPortalPage, {
    description: "Changes a client's contact data by the client's link.",
  })
  updatePortalContact(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.UpdatePortalContactInput, { description: "Link, and the contact data." })
    input: types.UpdatePortalContactInput,
  ): Promise<types.ClientPortalPage> {
    return page.updatePortalContact(ctx, input);
  }
}
