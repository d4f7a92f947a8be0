import { onlinePaymentEvents } from "./online-payment-events.ts";
import {
  callEvents,
  invoiceDeliveryEvents,
  invoiceEvents,
  messageEvents,
  quotationEvents,
  taxFormEvents,
} from "./app-events.ts";
import { bookingEvents } from "./booking-events.ts";
import { bookingDepositEvents } from "./booking-deposit-events.ts";
import { blogCommentEvents, blogPostEvents } from "./blog-events.ts";
import {
  apiKeyEvents,
  bankEvents,
  paymentEvents,
  subscriptionEvents,
  webhookEvents,
} from "./central-events.ts";
import {
  autoReloadEvents,
  autoReloadSettingEvents,
  capThresholdEvents,
  creditEvents,
  creditExpiryEvents,
} from "./credit-events.ts";
import {
  accountingBillEvents,
  accountingEntryEvents,
  accountingPeriodEvents,
  accountingReconciliationEvents,
} from "./accounting-events.ts";
import { companyEvents, dealEvents, taskEvents } from "./crm-events.ts";
import { bookingPaymentEvents, registrationEvents } from "./ticket-events.ts";
import {
  calendarConflictEvents,
  calendarSubscriptionEvents,
  calendarSyncEvents,
} from "./calendar-sync-events.ts";
import { waitlistEvents } from "./waitlist-events.ts";
import {
  financeAccountEvents,
  financeAlertEvents,
  financeBankLinkEvents,
  financeBillEvents,
  financeChangeEvents,
  financeGoalEvents,
  financeImportEvents,
  financeTradeEvents,
} from "./finance-events.ts";
import { payrollRunEvents, payslipEvents, truckTaxFilingEvents } from "./payroll-events.ts";
import type { EventFamily } from "./event-family.ts";

/** The events that clients can receive. */
export const eventFamilies: readonly EventFamily[] = [
  invoiceEvents,
  invoiceDeliveryEvents,
  onlinePaymentEvents,
  quotationEvents,
  bookingEvents,
  bookingDepositEvents,
  bookingPaymentEvents,
  registrationEvents,
  waitlistEvents,
  calendarSyncEvents,
  calendarConflictEvents,
  calendarSubscriptionEvents,
  callEvents,
  payrollRunEvents,
  payslipEvents,
  truckTaxFilingEvents,
  subscriptionEvents,
  paymentEvents,
  creditEvents,
  creditExpiryEvents,
  autoReloadEvents,
  capThresholdEvents,
  autoReloadSettingEvents,
  bankEvents,
  taxFormEvents,
  messageEvents,
  financeAlertEvents,
  financeImportEvents,
  financeBankLinkEvents,
  financeAccountEvents,
  financeGoalEvents,
  financeBillEvents,
  financeTradeEvents,
  financeChangeEvents,
  accountingEntryEvents,
  accountingPeriodEvents,
  accountingBillEvents,
  accountingReconciliationEvents,
  companyEvents,
  dealEvents,
  taskEvents,
  blogPostEvents,
  blogCommentEvents,
  apiKeyEvents,
  webhookEvents,
];

/** The object of an event's example. */
export function exampleOf({ example, events }: EventFamily, event: string): Record<string, unknown> {
  return { ...example, ...events[event]?.example };
}
