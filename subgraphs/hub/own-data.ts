import type { OwnData } from "../../src/own-data/own-data.ts";

const hash = "A hash that only verifies a secret.";
const sealed = "Stored encrypted; it is never returned in full.";
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
    outbox_events: "Events on their way to the platform; webhook_events has those of the account.",
  },
  secrets: {
    "account_invitations.token_hash": hash,
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
  byteColumns: {},
  appOf: () => "central",
};
