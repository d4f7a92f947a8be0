import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { InvoicingContext } from "../invoicing.context.ts";
import { attachInvoiceFile, listInvoiceFiles, removeInvoiceFile } from "./invoice-files.service.ts";
import {
  AttachInvoiceFileInput,
  InvoiceAttachment,
  InvoiceAttachmentList,
  InvoiceFilesArgs,
  RemoveInvoiceFileInput,
} from "./invoice-files.types.ts";

@Resolver()
export class InvoiceFilesResolver {
  @Query(() => InvoiceAttachmentList, { description: "Lists the files that are sent with an invoice." })
  invoiceFiles(
    @Ctx() ctx: InvoicingContext,
    @Args(() => InvoiceFilesArgs) args: InvoiceFilesArgs,
  ): Promise<InvoiceAttachmentList> {
    return listInvoiceFiles(ctx, args);
  }

  @Mutation(() => InvoiceAttachment, {
    description: "Attaches an uploaded file to the e-mails of an invoice.",
  })
  attachInvoiceFile(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => AttachInvoiceFileInput, { description: "Invoice and uploaded file." })
    input: AttachInvoiceFileInput,
  ): Promise<InvoiceAttachment> {
    return attachInvoiceFile(ctx, input);
  }

  @Mutation(() => InvoiceAttachmentList, { description: "Removes an attached file from an invoice." })
  removeInvoiceFile(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => RemoveInvoiceFileInput, { description: "Invoice and attachment to remove." })
    input: RemoveInvoiceFileInput,
  ): Promise<InvoiceAttachmentList> {
    return removeInvoiceFile(ctx, input);
  }
}
