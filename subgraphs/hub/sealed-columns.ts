import { inputPlace, resultPlace } from "../../src/access/approvals.ts";
import { sealedAnswers, type SealedColumn, type SealedColumns } from "../../src/crypto/sealed-column.ts";
import { tokenPlace as bankTokenPlace } from "./banking/connections/connection.rows.ts";
import { removalPlace } from "./banking/connections/item-removal.service.ts";
import { webhookPlace } from "./banking/webhooks/webhook.service.ts";
import { accountIndex, subjectPlace, tokenPlace } from "./oauth/connection-tokens.ts";
import { flowPlace } from "./oauth/flow-secrets.ts";
import { oneTimeSecretPlace } from "./one-time-secrets/one-time-secrets.service.ts";
import { payloadPlace } from "./processor-events/event.rows.ts";
import { einPlace } from "./tax/businesses/business.rows.ts";
import { tinPlace } from "./tax/forms/recipient.rows.ts";
import { tinIndex } from "./tax/forms/tax-numbers.ts";
import { secretPlace } from "./webhooks/endpoint.rows.ts";

const key = ["id"];

const columns: readonly SealedColumn[] = [
  { table: "hub.approval_requests", column: "input_sealed", key, placeOf: inputPlace },
  { table: "hub.approval_requests", column: "result_sealed", key, placeOf: resultPlace },
  { table: "hub.bank_connections", column: "access_token_sealed", key, placeOf: bankTokenPlace },
  { table: "hub.bank_item_removals", column: "access_token_sealed", key, placeOf: removalPlace },
  { table: "hub.bank_webhooks", column: "body_sealed", key, placeOf: (id) => webhookPlace(id, "body") },
  {
    table: "hub.bank_webhooks",
    column: "signature_sealed",
    key,
    placeOf: (id) => webhookPlace(id, "signature"),
  },
  { table: "hub.oauth_flows", column: "secrets_sealed", key, placeOf: flowPlace },
  {
    table: "hub.oauth_connections",
    column: "access_token_sealed",
    key,
    placeOf: (id) => tokenPlace(id, "access_token"),
  },
  {
    table: "hub.oauth_connections",
    column: "refresh_token_sealed",
    key,
    placeOf: (id) => tokenPlace(id, "refresh_token"),
  },
  {
    table: "hub.oauth_connections",
    column: "account_subject_sealed",
    key,
    placeOf: subjectPlace,
    blindIndex: { column: "account_fingerprint", name: accountIndex },
  },
  { table: "hub.one_time_secrets", column: "secret_sealed", key, placeOf: oneTimeSecretPlace },
  {
    table: "hub.processor_events",
    column: "payload_encrypted",
    key: ["event_id"],
    placeOf: payloadPlace,
  },
  {
    table: "hub.tax_businesses",
    column: "ein_sealed",
    key,
    placeOf: einPlace,
    blindIndex: { column: "ein_fingerprint", name: tinIndex },
  },
  {
    table: "hub.tax_recipients",
    column: "tin_sealed",
    key,
    placeOf: tinPlace,
    blindIndex: {
      column: "tin_fingerprint",
      name: tinIndex,
      copy: { table: "hub.tax_forms", column: "tin_fingerprint", reference: "recipient_id" },
    },
  },
  { table: "hub.webhook_endpoints", column: "secret_sealed", key, placeOf: secretPlace },
  { table: "hub.webhook_endpoints", column: "previous_secret_sealed", key, placeOf: secretPlace },
];

const answers = sealedAnswers("hub", (id) => [secretPlace(id), bankTokenPlace(id), flowPlace(id)]);

/** Everything that the hub holds sealed. */
export const hubSealed: SealedColumns = {
  columns: [...columns, ...answers.columns],
  texts: answers.texts,
};
