import type { OwnData } from "../../src/own-data/own-data.ts";

const hash = "A hash that only verifies a secret.";
const sealed = "Stored encrypted; it is never returned in full.";
const books = "Accounting records, which tax and commercial law require for up to 10 years.";
const ledger = "The ledger of credits: accounting records, without the texts of the account.";
const sent = "Times and quota of what was sent; recipients and contents are erased the next night.";
const filed = "Forms filed with the IRS, which a filer must keep for 4 years.";
const fingerprint = "A keyed hash that finds equal numbers.";

/** What an account may take with it of the hub. */
export const hubOwnData: OwnData = {
  schema: "hub",
  accountColumns: { accounts: "id", users: "id" },
  excluded: {
    bank_item_removals: "Accesses that are being ended at the bank; a row is deleted when that is done.",
    bank_staged_changes: "Changes of an import that is running; they become bank_transactions.",
    file_parts: "Parts of archives such as this one.",
    oauth_flows: "Connections that are being made; a row has secrets and is valid for minutes.",
    one_time_secrets: "Secrets that wait to be shown; a row is valid for an hour.",
    sign_in_records:
      "Codes and tokens of agents' sign-ins, which are secrets; user_sessions has the sign-ins.",
    outbox_events: "Events on their way to the platform; webhook_events has those of the account.",
  },
  secrets: {
    "account_invitations.token_hash": hash,
    "account_removed_members.email_hash": "A hash that recognizes the address of a removed member.",
    "api_keys.key_hash": hash,
    "api_keys.previous_key_hash": hash,
    "api_keys.pepper_id": hash,
    "api_keys.previous_pepper_id": hash,
    "approval_requests.client_key": "An idempotency key, which would return the sealed result.",
    "approval_requests.input_sealed": sealed,
    "approval_requests.request_hash": hash,
    "approval_requests.result_sealed": sealed,
    "bank_connections.access_token_sealed": sealed,
    "oauth_connections.access_token_sealed": sealed,
    "oauth_connections.refresh_token_sealed": sealed,
    "oauth_connections.account_subject_sealed": sealed,
    "oauth_connections.account_fingerprint": fingerprint,
    "tax_businesses.ein_sealed": sealed,
    "tax_businesses.ein_fingerprint": fingerprint,
    "tax_forms.tin_fingerprint": fingerprint,
    "tax_recipients.tin_sealed": sealed,
    "tax_recipients.tin_fingerprint": fingerprint,
    "webhook_endpoints.secret_sealed": sealed,
    "webhook_endpoints.previous_secret_sealed": sealed,
  },
  kept: {
    audit_log: {
      reason: "Evidence, chained: kept for 2 years, of taxes and payroll for 7.",
      keepsOwner: true,
    },
    outbox_events: { reason: "Deleted within days of their delivery.", keepsOwner: true },
    bank_item_removals: { reason: "Accesses that are being ended at the bank; deleted when that is done." },
    credit_accounts: { reason: ledger },
    credit_entries: { reason: ledger },
    credit_holds: { reason: ledger },
    credit_lots: { reason: ledger },
    credit_postings: { reason: ledger },
    credit_purchases: { reason: books },
    crm_campaigns: { reason: sent },
    crm_delivery_reports: { reason: sent },
    crm_messages: { reason: sent },
    crm_quota_reservations: { reason: sent },
    crm_quota_use: { reason: sent },
    payment_transactions: { reason: books },
    processor_customers: { reason: "Refunds and disputes of kept payments arrive under it." },
    reload_charges: { reason: books },
    subscription_endings: { reason: books },
    subscriptions: { reason: books },
    tax_businesses: { reason: filed },
    tax_forms: { reason: filed },
    tax_recipients: { reason: filed },
  },
  byteColumns: {},
  appOf: () => "central",
};
