import { expect, test } from "vitest";
import { signWebhook, verifyWebhook, WebhookSignatureError } from "../../packages/client/src/webhooks.ts";
import { newWebhookSecret, signMessage } from "../../subgraphs/hub/webhooks/signature.ts";

const secret = newWebhookSecret();
const body = '{"type":"invoice.paid","note":"ä"}';
const now = Date.UTC(2026, 10, 23, 9, 30);
const timestamp = now / 1000;

function headersFor(secrets: readonly string[], seconds = 0) {
  const message = { id: "msg_1", timestamp: timestamp - seconds, body };
  return {
    "webhook-id": message.id,
    "webhook-timestamp": String(message.timestamp),
    "webhook-signature": signMessage(message, secrets),
  };
}

test("a delivery of the platform is verified, during a rotation of the secret too", async () => {
  const event = { type: "invoice.paid", note: "ä" };
  const both = headersFor([newWebhookSecret(), secret]);
  expect(await verifyWebhook({ body, headers: headersFor([secret]), secret }, { now })).toEqual(event);
  expect(
    await verifyWebhook({ body: Buffer.from(body), headers: new Headers(both), secret }, { now }),
  ).toEqual(event);
});

test.each([
  ["of another secret", body, headersFor([newWebhookSecret()])],
  ["of another body", body.replace("paid", "sent"), headersFor([secret])],
  ["that is too old", body, headersFor([secret], 301)],
  ["that is not Base64", body, { ...headersFor([secret]), "webhook-signature": "v1,%%%" }],
  ["without a time", body, { ...headersFor([secret]), "webhook-timestamp": "" }],
])("a signature %s is refused", async (_name, text, headers) => {
  await expect(verifyWebhook({ body: text, headers, secret }, { now })).rejects.toThrow(
    WebhookSignatureError,
  );
});

test("a signature of the client is that of the platform", async () => {
  expect(await signWebhook({ id: "msg_1", body, secret }, now)).toEqual(headersFor([secret]));
});
