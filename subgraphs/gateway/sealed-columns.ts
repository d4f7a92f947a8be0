import { sealedAnswers, type SealedColumn, type SealedColumns } from "../../src/crypto/sealed-column.ts";
import { einIndex, einPlace, pinPlace } from "./hvut/filers/filer.entity.ts";
import { scheduleCodePlace, scheduleCodes } from "./hvut/schedules/schedule.service.ts";
import { bankPlace } from "./invoicing/seller-profile/change-profile.service.ts";
import { tokenPlace } from "./invoicing/invoices/present-invoice.ts";
import { payoutAccountPlace } from "./payroll/payouts/transfers.rows.ts";
import { secretPlace } from "./payroll/people/secrets.service.ts";
import { portalTokenPlace } from "./invoicing/quotations/present-quotation.ts";
import { subscriptionUrlPlace } from "./booking/calendar-subscriptions/calendar-subscription.rows.ts";
import { ticketCodePlace, ticketCodes } from "./booking/ticketed-events/ticket-code.ts";

const key = ["id"];

const columns: readonly SealedColumn[] = [
  {
    table: "gateway.booking_calendar_subscriptions",
    column: "url_sealed",
    key,
    placeOf: subscriptionUrlPlace,
  },
  {
    table: "gateway.event_tickets",
    column: "code_sealed",
    key,
    placeOf: ticketCodePlace,
    derived: ticketCodes,
  },
  {
    table: "gateway.hvut_filers",
    column: "ein_sealed",
    key,
    placeOf: einPlace,
    blindIndex: { column: "ein_fingerprint", name: einIndex },
  },
  { table: "gateway.hvut_filers", column: "pin_sealed", key, placeOf: pinPlace },
  {
    table: "gateway.hvut_schedules",
    column: "code_sealed",
    key,
    placeOf: scheduleCodePlace,
    derived: scheduleCodes,
  },
  { table: "gateway.invoices", column: "payment_token_sealed", key, placeOf: tokenPlace },
  { table: "gateway.payroll_payout_accounts", column: "sealed", key, placeOf: payoutAccountPlace },
  { table: "gateway.payroll_secrets", column: "sealed", key, placeOf: secretPlace },
  { table: "gateway.seller_profiles", column: "bank_sealed", key, placeOf: bankPlace },
  { table: "gateway.quotations", column: "portal_token_sealed", key, placeOf: portalTokenPlace },
];

const answers = sealedAnswers("gateway");

/** Everything that the gateway holds sealed. */
export const gatewaySealed: SealedColumns = {
  columns: [...columns, ...answers.columns],
  texts: answers.texts,
};
