import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import type { InvoicingContext } from "../invoicing.context.ts";
import { sendPaymentReminder } from "./reminders.service.ts";
import { PaymentReminder, SendPaymentReminderInput } from "./reminders.types.ts";

@Resolver()
export class PaymentRemindersResolver {
  @Mutation(() => PaymentReminder, {
    description:
      "E-mails the client of an unpaid invoice its link again; at most once a day for each invoice.",
  })
  sendPaymentReminder(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => SendPaymentReminderInput) input: SendPaymentReminderInput,
  ): Promise<PaymentReminder> {
    return sendPaymentReminder(ctx, input);
  }
}
