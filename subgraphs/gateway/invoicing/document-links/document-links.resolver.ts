import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import { InvoicePaymentLink } from "../documents/documents.types.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import * as links from "./change-link.service.ts";
import * as types from "./document-links.types.ts";

@Resolver()
export class DocumentLinksResolver {
  @Mutation(() => InvoicePaymentLink, {
    description: "Replaces the payment link of an invoice. The earlier link stops working.",
  })
  regeneratePaymentLink(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.RegeneratePaymentLinkInput, { description: "Invoice whose link to replace." })
    input: types.RegeneratePaymentLinkInput,
  ): Promise<InvoicePaymentLink> {
    return links.regeneratePaymentLink(ctx, input);
  }

  @Mutation(() => types.RevokedDocumentLink, {
    description: "Revokes the payment link of an invoice. The next mail has a new one.",
  })
  revokePaymentLink(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.RevokePaymentLinkInput, { description: "Invoice whose link to revoke." })
    input: types.RevokePaymentLinkInput,
  ): Promise<types.RevokedDocumentLink> {
    return links.revokePaymentLink(ctx, input);
  }

  @Mutation(() => types.QuotationLink, {
    description: "Replaces the link of a quotation. The earlier link stops working.",
  })
  regenerateQuotationLink(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.RegenerateQuotationLinkInput, {
      description: "Quotation whose link to replace.",
    })
    input: types.RegenerateQuotationLinkInput,
  ): Promise<types.QuotationLink> {
    return links.regenerateQuotationLink(ctx, input);
  }

  @Mutation(() => types.RevokedDocumentLink, {
    description: "Revokes the link of a quotation. The next mail has a new one.",
  })
  revokeQuotationLink(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.RevokeQuotationLinkInput, { description: "Quotation whose link to revoke." })
    input: types.RevokeQuotationLinkInput,
  ): Promise<types.RevokedDocumentLink> {
    return links.revokeQuotationLink(ctx, input);
  }
}
