import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { InvoicingContext } from "../invoicing.context.ts";
import { bulkSendInvoices, readInvoiceBatch } from "./bulk-send.service.ts";
import { BulkSendInvoicesInput, InvoiceBatch, InvoiceBatchArgs } from "./bulk-send.types.ts";

@Resolver()
export class BulkSendResolver {
  @Mutation(() => InvoiceBatch, {
    description: "Issues and e-mails many draft invoices in the background, with a result for each.",
  })
  bulkSendInvoices(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => BulkSendInvoicesInput, { description: "Draft invoices to send." })
    input: BulkSendInvoicesInput,
  ): Promise<InvoiceBatch> {
    return bulkSendInvoices(ctx, input);
  }

  @Query(() => InvoiceBatch, { description: "Returns a batch of invoices with the result of each." })
  invoiceBatch(
    @Ctx() ctx: InvoicingContext,
    @Args(() => InvoiceBatchArgs) args: InvoiceBatchArgs,
  ): Promise<InvoiceBatch> {
    return readInvoiceBatch(ctx, args.batchId);
  }
}
