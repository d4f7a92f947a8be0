import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { InvoicingContext } from "../invoicing.context.ts";
import * as change from "./change-recurring.service.ts";
import { previewSchedule } from "./preview-schedule.service.ts";
import { createRecurringInvoice, endRecurringInvoice, listRecurringInvoices } from "./recurring.service.ts";
import * as types from "./recurring.types.ts";
import { PreviewScheduleArgs, SchedulePreview } from "./schedule-preview.types.ts";

@Resolver()
export class RecurringInvoicesResolver {
  @Query(() => types.RecurringInvoicePage, { description: "Lists recurring invoices, newest first." })
  recurringInvoices(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.RecurringInvoicesArgs) args: types.RecurringInvoicesArgs,
  ): Promise<types.RecurringInvoicePage> {
    return listRecurringInvoices(ctx, args);
  }

  @Mutation(() => types.RecurringInvoice, {
    description: "Schedules a recurring invoice. A 31st falls on the last day of shorter months.",
  })
  createRecurringInvoice(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.CreateRecurringInvoiceInput, { description: "Invoice template and schedule." })
    input: types.CreateRecurringInvoiceInput,
  ): Promise<types.RecurringInvoice> {
    return createRecurringInvoice(ctx, input);
  }

  @Mutation(() => types.RecurringInvoice, {
    description: "Ends a recurring invoice permanently. Invoices it has created remain.",
  })
  endRecurringInvoice(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.RecurringIdInput, { description: "Recurring invoice to end." })
    input: types.RecurringIdInput,
  ): Promise<types.RecurringInvoice> {
    return endRecurringInvoice(ctx, input);
  }

  @Query(() => types.RecurringInvoiceDetails, {
    description: "Returns a recurring invoice with its next date and the invoices it has created.",
  })
  recurringInvoice(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.RecurringInvoiceArgs) args: types.RecurringInvoiceArgs,
  ): Promise<types.RecurringInvoiceDetails> {
    return change.readRecurringInvoice(ctx, args.recurringId);
  }

  @Query(() => SchedulePreview, {
    description: "Lists the next dates of a schedule without saving it.",
  })
  recurringSchedulePreview(@Args(() => PreviewScheduleArgs) args: PreviewScheduleArgs): SchedulePreview {
    return previewSchedule(args);
  }

  @Mutation(() => types.RecurringInvoice, {
    description: "Updates a recurring invoice for its future invoices.",
  })
  updateRecurringInvoice(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.UpdateRecurringInvoiceInput, {
      description: "Recurring invoice and the fields to change.",
    })
    input: types.UpdateRecurringInvoiceInput,
  ): Promise<types.RecurringInvoice> {
    return change.updateRecurringInvoice(ctx, input);
  }

  @Mutation(() => types.RecurringInvoice, {
    description: "Pauses a recurring invoice. Dates that pass meanwhile are skipped.",
  })
  pauseRecurringInvoice(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.PauseRecurringInvoiceInput, {
      description: "Recurring invoice and the date to continue.",
    })
    input: types.PauseRecurringInvoiceInput,
  ): Promise<types.RecurringInvoice> {
    return change.pauseRecurringInvoice(ctx, input);
  }

  @Mutation(() => types.RecurringInvoice, {
    description: "Resumes a paused recurring invoice from its next date on.",
  })
  resumeRecurringInvoice(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.RecurringIdInput, { description: "ID of the paused recurring invoice." })
    input: types.RecurringIdInput,
  ): Promise<types.RecurringInvoice> {
    return change.resumeRecurringInvoice(ctx, input);
  }
}
