import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { BulkMail, BulkMessage } from "../../../src/mail/bulk-mail.port.ts";
import { createPooledSmtp } from "../../../src/mail/pooled-smtp.adapter.ts";
import { outcomeOfFailure } from "../../../src/mail/smtp-outcome.ts";
import { sendJson, startTestSandbox } from "../../sandbox/start-test-sandbox.ts";

const message = (address: string, overrides: Partial<BulkMessage> = {}): BulkMessage => ({
  messageId: `msg_${address}@hub.example`,
  from: { name: "Sämple, LLC" },
  to: { name: "Ann Ace", address },
  replyTo: "reply@sample.example",
  subject: "Grüße und so weiter",
  html: "<p>Hällo</p>",
  text: "Hällo",
  headers: { "List-Unsubscribe": `<https://hub.example/crm/unsubscribe/${"x".repeat(200)}>` },
  ...overrides,
});

function connect(smtpUrl: string, options: { maxConnections?: number; timeoutMs?: number } = {}): BulkMail {
  const mail = createPooledSmtp({ smtpUrl, from: "Hub <no-reply@hub.example>", ...options });
  onTestFinished(() => mail.close());
  return mail;
}

test("a message arrives with its headers, its text and its HTML, many over few connections", async () => {
  const sandbox = await startTestSandbox();
  const mail = connect(sandbox.smtpUrl, { maxConnections: 3 });
  const addresses = Array.from({ length: 40 }, (_, index) => `p${index}@mail.example`);
  const outcomes = await Promise.all(addresses.map((address) => mail.send(message(address))));
  expect(outcomes).toEqual(addresses.map(() => ({ kind: "taken" })));
  const { body } = await sendJson("GET", `${sandbox.url}/mail/messages`);
  expect(body.messages).toHaveLength(40);
  const [first] = body.messages;
  expect(first).toMatchObject({
    subject: "Grüße und so weiter",
    html: "<p>Hällo</p>\n",
    from: "no-reply@hub.example",
  });
  expect(first.text.trim()).toBe("Hällo");
  expect(first.headers).toMatchObject({
    "list-unsubscribe": `<https://hub.example/crm/unsubscribe/${"x".repeat(200)}>`,
    "reply-to": "reply@sample.example",
    "message-id": expect.stringMatching(/^<msg_p\d+@mail\.example@hub\.example>$/),
  });
});

test.each([
  ["hard-bounce", { kind: "bounced", isHard: true, code: "550" }],
  ["mailbox-full", { kind: "bounced", isHard: false, code: "552" }],
  ["greylisted", { kind: "later", code: "451" }],
])("mail to %s is %j", async (mailbox, outcome) => {
  const { smtpUrl } = await startTestSandbox();
  expect(await connect(smtpUrl).send(message(`${mailbox}@mail.example`))).toEqual(outcome);
});

test.each([
  [{ status: 451 }, { kind: "later", code: "451" }],
  [{ status: 554 }, { kind: "refused", code: "554" }],
  [{ dropRate: 1 }, { kind: "later", code: "no_answer" }],
  [{ malformed: true }, { kind: "later", code: "no_answer" }],
  [{ latencyMs: 8_000 }, { kind: "later", code: "no_answer" }],
])(
  "a server that does %j before it took anything means %j, and the next message goes through",
  async (faults, outcome) => {
    const sandbox = await startTestSandbox({ random: () => 0 });
    // Time enough for a connection on a busy machine, where nothing waits for its end.
    const mail = connect(sandbox.smtpUrl, { timeoutMs: "latencyMs" in faults ? 2_000 : 10_000 });
    await mail.send(message("before@mail.example"));
    await sendJson("POST", `${sandbox.url}/control/smtp`, { ...faults, times: 1 });
    expect(await mail.send(message("a@mail.example"))).toEqual(outcome);
    expect(await mail.send(message("b@mail.example"))).toEqual({ kind: "taken" });
  },
);

test("no server means later", async () => {
  const mail = connect("smtp://127.0.0.1:1", { timeoutMs: 500 });
  expect(await mail.send(message("a@mail.example"))).toMatchObject({ kind: "later" });
});

/** A server that has all of a message and then does something else than to answer. */
async function startRude(atEnd: (socket: Socket) => void): Promise<{ url: string; received(): number }> {
  let received = 0;
  const server = createServer((socket) => {
    let isData = false;
    socket.on("error", () => undefined);
    socket.write("220 rude ESMTP\r\n");
    socket.on("data", (chunk) => {
      const text = chunk.toString("latin1");
      if (isData) {
        if (!text.endsWith("\r\n.\r\n")) return;
        received += 1;
        isData = false;
        return atEnd(socket);
      }
      if (/^DATA/im.test(text)) {
        isData = true;
        socket.write("354 go on\r\n");
      } else socket.write("250 ok\r\n");
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, received: () => received };
}

test.each<[string, (socket: Socket) => void]>([
  ["cuts the connection", (socket) => socket.destroy()],
  ["says nothing", () => undefined],
])("a server that has the message and then %s leaves it unknown, and gets it once", async (_name, atEnd) => {
  const server = await startRude(atEnd);
  const mail = connect(server.url, { timeoutMs: 400 });
  expect(await mail.send(message("a@mail.example"))).toEqual({ kind: "unknown" });
  expect(server.received()).toBe(1);
});

test.each<[number | undefined, string, string, boolean, object]>([
  [550, "550 5.1.1 unknown", "RCPT TO", false, { kind: "bounced", isHard: true, code: "550" }],
  [550, "550 5.7.1 blocked", "RCPT TO", false, { kind: "refused", code: "550" }],
  [554, "554 5.7.1 spam", "DATA", true, { kind: "refused", code: "554" }],
  [550, "550 5.1.1 unknown", "DATA", true, { kind: "bounced", isHard: true, code: "550" }],
  [452, "452 4.2.2 full", "RCPT TO", false, { kind: "later", code: "452" }],
  [535, "535 5.7.8 login", "AUTH PLAIN", false, { kind: "later", code: "535" }],
  [undefined, "", "CONN", false, { kind: "later", code: "no_answer" }],
  [undefined, "", "CONN", true, { kind: "unknown" }],
])("%s %j at %s, handed over: %s", (responseCode, response, command, isHandedOver, outcome) => {
  expect(outcomeOfFailure({ responseCode, response, command, isHandedOver })).toEqual(outcome);
});
