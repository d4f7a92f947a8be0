import { afterAll, beforeAll, expect, test } from "vitest";
import { createHttpWebhookSender } from "../../../subgraphs/hub/webhooks/http-webhook-sender.adapter.ts";
import type { WebhookSender } from "../../../subgraphs/hub/webhooks/webhook-sender.port.ts";
import { startReceiver, type Receiver } from "./receiver.ts";

let receiver: Receiver;
let sender: WebhookSender;
let base: string;
beforeAll(async () => {
  receiver = await startReceiver();
  base = `${new URL(receiver.url).origin}/receiver/hooks`;
  sender = createHttpWebhookSender({ receiverUrl: base });
});
afterAll(async () => {
  await sender?.close();
  await receiver?.close();
});

const send = (url: string) =>
  sender.send({ url, headers: {}, body: "{}", signal: new AbortController().signal });

test("URLs below the stand-in's are accepted and called", async () => {
  const url = `${base}/mine`;
  expect(sender.checkUrl(url)).toBe(url);
  expect(await send(url)).toMatchObject({ status: 200, fault: null });
});

test.each([
  ["the address itself", (url: string) => url],
  ["beside it", (url: string) => `${url}-too/mine`],
  ["a way out of it", (url: string) => `${url}/../../control/smtp`],
  ["an encoded way out of it", (url: string) => `${url}/%2e%2e/%2e%2e/control/smtp`],
  ["another port", (url: string) => url.replace(/:\d+/, ":1")],
  ["a name before the host", (url: string) => `${url.replace("//", "//me@")}/mine`],
])("%s is not", (_what, change) => {
  expect(() => sender.checkUrl(change(base))).toThrow(expect.objectContaining({ code: "INVALID_URL" }));
});

test("another port of the same machine is not called", async () => {
  const other = await startReceiver();
  try {
    expect(await send(other.url)).toMatchObject({ status: null, fault: "address_refused" });
    expect(other.received).toEqual([]);
  } finally {
    await other.close();
  }
});
