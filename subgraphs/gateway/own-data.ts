import type { OwnData } from "../../src/own-data/own-data.ts";

const hash = "A hash that only verifies a secret.";
const sealed = "Stored encrypted; it is never returned in full.";
const filed = "Returns filed with the IRS, which must be kept for 3 years or more (26 CFR 41.6001-1).";
const ofFiled =
  "EXISTS (SELECT FROM gateway.hvut_filings f WHERE f.id = t.filing_id AND f.status <> ALL (ARRAY['draft', 'ready', 'signed']))";
const link = "Opens a page without a sign-in.";

/** Apps by the beginning of their tables' names; tables without one of these are the invoicing app's. */
const prefixes: readonly (readonly [prefix: string, appId: string])[] = [
  ["auto_reload", "central"],
  ["audit_", "central"],
  ["booking", "event-manager"],
  ["event_", "event-manager"],
  ["ticketed_", "event-manager"],
  ["caller_", "ai-caller"],
  ["finance_", "finance"],
  ["hvut_", "hvut"],
  ["payroll_", "payroll"],
  ["payslips", "payroll"],
  ["pay_", "payroll"],
  ["contractor", "payroll"],
];

/** What an account may take with it of the child apps. */
export const gatewayOwnData: OwnData = {
  schema: "gateway",
  accountColumns: {},
  excluded: {
    outbox_events: "Events on their way to the platform; webhook_events has those of the account.",
    payroll_transfer_events:
      "What the payout provider reports by its own numbers; payroll_transfers has its effects.",
  },
  secrets: {
    "booking_calendar_subscriptions.content_hash": "A hash that only tells whether the content changed.",
    "booking_calendar_subscriptions.url_sealed": sealed,
    "booking_calendar_syncs.channel_token_hash": hash,
    "booking_manage_links.token_hash": hash,
    "booking_page_requests.code_hash": hash,
    "booking_page_requests.token_hash": hash,
    "client_portal_links.token_hash": hash,
    "replaced_links.token_hash": hash,
    "event_registration_links.token_hash": hash,
    "event_tickets.code_hash": hash,
    "event_tickets.code_sealed": link,
    "hvut_filers.ein_sealed": sealed,
    "hvut_filers.ein_fingerprint": "A keyed hash that finds equal numbers.",
    "hvut_filers.pin_sealed": sealed,
    "hvut_filers.entry_hash": hash,
    "hvut_schedules.code_hash": hash,
    "hvut_schedules.code_sealed": link,
    "invoices.payment_token_hash": hash,
    "invoices.payment_token_sealed": link,
    "payroll_payout_accounts.sealed": sealed,
    "payroll_secrets.sealed": sealed,
    "payslip_links.token_hash": hash,
    "quotations.portal_token_hash": hash,
    "quotations.portal_token_sealed": link,
    "seller_profiles.bank_sealed": sealed,
  },
  kept: {
    audit_log: {
      reason: "Evidence, chained: kept for 2 years, of taxes and payroll for 7.",
      keepsOwner: true,
    },
    outbox_events: { reason: "Deleted within days of their delivery.", keepsOwner: true },
    hvut_filers: {
      reason: filed,
      where:
        "EXISTS (SELECT FROM gateway.hvut_filings f WHERE f.filer_id = t.id AND f.status <> ALL (ARRAY['draft', 'ready', 'signed']))",
      cleared: ["pin_sealed"],
    },
    hvut_filings: { reason: filed, where: "t.status <> ALL (ARRAY['draft', 'ready', 'signed'])" },
    hvut_reported_vehicles: { reason: filed, where: ofFiled },
    hvut_irs_payments: { reason: filed, where: ofFiled },
    hvut_schedules: { reason: filed, where: ofFiled },
    hvut_amended_vehicles: { reason: filed, where: ofFiled },
    hvut_claimed_credits: { reason: filed, where: ofFiled },
  },
  byteColumns: {
    receipts: { column: "image", contentType: "content_type" },
    finance_receipts: { column: "bytes", contentType: "content_type" },
    finance_change_files: { column: "bytes", contentType: "content_type" },
    invoice_files: { column: "bytes", contentType: "content_type" },
    seller_logos: { column: "bytes", contentType: "content_type" },
  },
  appOf: (table) => prefixes.find(([prefix]) => table.startsWith(prefix))?.[1] ?? "invoicer",
};
