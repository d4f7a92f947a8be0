import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import type { InvoicingContext } from "../invoicing.context.ts";
import { Invoice } from "../invoices/invoice.types.ts";
import { applyInvoiceDiscount } from "./invoice-discount.service.ts";
import * as lines from "./invoice-lines.service.ts";
import * as types from "./invoice-lines.types.ts";

@Resolver()
export class InvoiceLinesResolver {
  @Mutation(() => Invoice, { description: "Adds a line to a draft invoice and recalculates its totals." })
  addInvoiceLine(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.AddInvoiceLineInput, { description: "Draft invoice and the new line." })
    input: types.AddInvoiceLineInput,
  ): Promise<Invoice> {
    return lines.addInvoiceLine(ctx, input);
  }

  @Mutation(() => Invoice, { description: "Updates a line of a draft invoice and recalculates its totals." })
  updateInvoiceLine(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.UpdateInvoiceLineInput, {
      description: "Draft invoice, line and the fields to change.",
    })
    input: types.UpdateInvoiceLineInput,
  ): Promise<Invoice> {
    return lines.updateInvoiceLine(ctx, input);
  }

  @Mutation(() => Invoice, {
    description: "Removes a line from a draft invoice and recalculates its totals.",
  })
  removeInvoiceLine(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.RemoveInvoiceLineInput, {
      description: "Draft invoice and the line to remove.",
    })
    input: types.RemoveInvoiceLineInput,
  ): Promise<Invoice> {
    return lines.removeInvoiceLine(ctx, input);
  }

  @Mutation(() => Invoice, {
    description: "Sets the discount of a draft invoice, as an amount or a percentage before tax.",
  })
  applyInvoiceDiscount(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.ApplyInvoiceDiscountInput, {
      description: "Draft invoice, discount and what it is deducted from.",
    })
    input: types.ApplyInvoiceDiscountInput,
  ): Promise<Invoice> {
    return applyInvoiceDiscount(ctx, input);
  }
}
