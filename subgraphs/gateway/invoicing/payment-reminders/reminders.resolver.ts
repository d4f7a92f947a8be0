import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import type { InvoicingContext } from "../invoicing.context.ts";
import { sendPaymentReminder } from "./reminders.service.ts";
import { PaymentReminder, SendPaymentReminderInput } from "./reminders.types.ts";

@Resolver()
export class PaymentRemindersResolver {
  @Mutation(() => PaymentReminder, {
    description:
      "Sends the client of an unpaid invoice a payment reminder by e-mail. At most one per invoice and day.",
  })
  sendPaymentReminder(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => SendPaymentReminderInput, {
      description: "Invoice and optional text of the reminder.",
    })
    input: SendPaymentReminderInput,
  ): Promise<PaymentReminder> {
    return sendPaymentReminder(ctx, input);
  }
}
