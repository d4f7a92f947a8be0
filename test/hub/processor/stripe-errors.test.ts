import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DomainError } from "../../../src/errors.ts";
import { ProcessorDecline } from "../../../subgraphs/hub/processor/processor.port.ts";
import { createStripeProcessor } from "../../../subgraphs/hub/processor/stripe.adapter.ts";
import { silentLog } from "../../support/silent-log.ts";
import { startStandIn, type Reply, type StandIn } from "./stand-in.ts";

let standIn: StandIn;
beforeAll(async () => {
  standIn = await startStandIn();
});
afterAll(() => standIn?.close());
beforeEach(() => void (standIn.logLines.length = 0));

/** Text of the processor, which must not be exposed. */
const theirs = "Their words about cus_9 and 4000000000000002.";
const failure = (status: number, error: Record<string, unknown>): Reply => ({
  status,
  body: { error: { message: theirs, ...error } },
  headers: { "stripe-should-retry": "false", "request-id": "req_theirs" },
});

const charge = {
  customerId: "cus_1",
  amount: 1000,
  currency: "USD",
  description: null,
  paymentMethodId: "pm_1",
  metadata: {},
};
const chargeIt = (): Promise<unknown> =>
  standIn.processor.chargeSavedMethod(charge, "hub:test:1").catch((error: unknown) => error);

describe("a refused card", () => {
  const card = { type: "card_error", code: "card_declined", payment_intent: { id: "pi_1" } };
  test.each<[string, Record<string, unknown>, object]>([
    [
      "insufficient funds",
      { decline_code: "insufficient_funds" },
      { code: "insufficient_funds", declineCode: "insufficient_funds", isHard: false, needsAction: false },
    ],
    [
      "a lost card",
      { decline_code: "lost_card" },
      { code: "card_declined", declineCode: "lost_card", isHard: true },
    ],
    ["a stolen card", { decline_code: "stolen_card" }, { code: "card_declined", isHard: true }],
    [
      "an expired card",
      { code: "expired_card" },
      { code: "expired_card", declineCode: "expired_card", isHard: true },
    ],
    [
      "do not honour",
      { decline_code: "do_not_honor" },
      { code: "card_declined", declineCode: "do_not_honor", isHard: false },
    ],
    ["a wrong CVC", { code: "incorrect_cvc" }, { code: "incorrect_cvc", isHard: false }],
    [
      "one that the payer must authorise",
      { code: "authentication_required", decline_code: "authentication_required" },
      { code: "authentication_required", needsAction: true, isHard: false },
    ],
    [
      "a new code of theirs",
      { decline_code: "moon_phase" },
      { code: "card_declined", declineCode: "generic_decline", isHard: false },
    ],
    ["no code at all", { code: undefined }, { code: "card_declined", declineCode: null }],
    ["a code that is a name of objects", { decline_code: "constructor" }, { declineCode: "generic_decline" }],
  ])("%s", async (_name, error, expected) => {
    standIn.answer(() => failure(402, { ...card, ...error }));
    const decline = await chargeIt();
    expect(decline).toBeInstanceOf(ProcessorDecline);
    expect(decline).toMatchObject({ ...expected, paymentIntentId: "pi_1" });
    expect(String(decline)).not.toContain(theirs);
  });
});

describe("failures of the processor", () => {
  test.each<[string, Reply, object]>([
    ["no answer in time", { trouble: "silence" }, { retryable: true, unknownOutcome: true }],
    ["a cut connection", { trouble: "cut" }, { retryable: true, unknownOutcome: true }],
    ["an answer that breaks off", { trouble: "stall" }, { retryable: true, unknownOutcome: true }],
    ["a failure of its own", failure(500, { type: "api_error" }), { retryable: true, unknownOutcome: true }],
    [
      "an answer that is no JSON",
      { status: 200, body: undefined, headers: { "content-length": "0" } },
      { retryable: true, unknownOutcome: true },
    ],
    ["too many calls", failure(429, { code: "rate_limit" }), { retryable: true }],
    [
      "a key in use",
      failure(409, { type: "idempotency_error", code: "idempotency_key_in_use" }),
      { retryable: true, unknownOutcome: true },
    ],
    ["a key of another call", failure(400, { type: "idempotency_error" }), { retryable: false }],
    [
      "a bad parameter",
      failure(400, { code: "parameter_invalid_integer", param: "amount" }),
      { retryable: false },
    ],
    ["our key is wrong", failure(401, { type: "invalid_request_error" }), { retryable: false }],
    ["our key may not", failure(403, { type: "invalid_request_error" }), { retryable: false }],
  ])("%s", async (_name, reply, details) => {
    standIn.answer(() => reply);
    const error = await chargeIt();
    expect(error).toBeInstanceOf(DomainError);
    expect(error).toMatchObject({ code: "PROCESSOR_ERROR", status: 500, details });
    expect((error as DomainError).details).toEqual(details);
    const shown = `${JSON.stringify(error)} ${String(error)} ${standIn.logLines.join()}`;
    expect(shown).not.toContain(theirs);
    expect(shown).not.toContain("sk_test_of_the_tests");
  });

  test.each([401, 403])("a key that is refused (%i) is an alert", async (status) => {
    standIn.answer(() => failure(status, {}));
    await chargeIt();
    expect(standIn.logLines.map((line) => (JSON.parse(line) as { alert?: string }).alert)).toEqual([
      "processor_credentials",
    ]);
  });

  test("a lost request is retried once, with the same key and body", async () => {
    let tries = 0;
    const intent = { id: "pi_1", amount: 1000, currency: "usd", status: "succeeded", metadata: {} };
    standIn.answer(() => (++tries === 1 ? { trouble: "cut" } : { body: intent }));
    expect(await chargeIt()).toMatchObject({ paymentIntentId: "pi_1", status: "succeeded" });
    expect(standIn.seen.map(({ headers, form }) => [headers["idempotency-key"], form])).toEqual([
      ["hub:test:1", standIn.seen[0]!.form],
      ["hub:test:1", standIn.seen[0]!.form],
    ]);
    expect(standIn.seen).toHaveLength(2);
  });
});

describe("objects that the processor does not know", () => {
  const missing = failure(404, { type: "invalid_request_error", code: "resource_missing", param: "id" });
  beforeEach(() => standIn.answer(() => missing));

  test("an unknown object is read as null or as an empty list", async () => {
    const { processor } = standIn;
    const reads = [
      processor.readCustomer("cus_x"),
      processor.readPayment("pi_x"),
      processor.readCheckout("cs_x"),
      processor.readInvoice("in_x"),
      processor.readSubscription("sub_x"),
      processor.previewInvoice({ customerId: "cus_x", subscriptionId: "sub_x" }),
    ];
    expect(await Promise.all(reads)).toEqual([null, null, null, null, null, null]);
    expect(await processor.listInvoices({ customerId: "cus_x", limit: 3 })).toEqual([]);
    expect(await processor.listPaymentMethods("cus_x")).toEqual([]);
  });

  test("an unknown object cannot be changed", async () => {
    const { processor } = standIn;
    const change = { priceId: "price_1", proration: "none", prorationAt: new Date(0), metadata: {} } as const;
    const calls: [() => Promise<unknown>, string][] = [
      [() => processor.detachPaymentMethod("pm_x", "k"), "PAYMENT_METHOD_NOT_FOUND"],
      [() => processor.setDefaultPaymentMethod("cus_1", "pm_x", "k"), "PAYMENT_METHOD_NOT_FOUND"],
      [() => processor.chargeSavedMethod(charge, "k"), "PAYMENT_METHOD_NOT_FOUND"],
      [() => processor.payInvoice("in_x", "k"), "INVOICE_NOT_FOUND"],
      [() => processor.cancelSubscription("sub_x", "k"), "SUBSCRIPTION_NOT_FOUND"],
      [() => processor.setCancelAtPeriodEnd("sub_x", true, "k"), "SUBSCRIPTION_NOT_FOUND"],
      [() => processor.setCancelAtPeriodEnd("sub_x", false, "k"), "SUBSCRIPTION_NOT_FOUND"],
      [() => processor.pauseCollection("sub_x", null, "k"), "SUBSCRIPTION_NOT_FOUND"],
      [() => processor.changePrice("sub_x", change, "k"), "SUBSCRIPTION_NOT_FOUND"],
    ];
    for (const [call, code] of calls) await expect(call()).rejects.toMatchObject({ status: 404, code });
  });
});

describe("each call", () => {
  test("each call goes below the path of the base URL, with our version and key and without telemetry", async () => {
    standIn.answer(() => ({ body: { id: "cus_1" } }));
    await standIn.processor.createCustomer(
      { userId: "usr_1", email: null, name: "Ann" },
      "hub:customer:usr_1",
    );
    await standIn.processor.createCustomer({ userId: "usr_2", email: "b@x.example", name: null }, "k2");
    const [first, second] = standIn.seen;
    expect(first).toMatchObject({
      method: "POST",
      path: "/processor/v1/customers",
      form: { name: "Ann", "metadata[userId]": "usr_1" },
      headers: {
        authorization: "Bearer sk_test_of_the_tests",
        "stripe-version": "2026-10-28.endive",
        "idempotency-key": "hub:customer:usr_1",
      },
    });
    expect(first!.form).not.toHaveProperty("email");
    expect(second!.form).toEqual({ email: "b@x.example", "metadata[userId]": "usr_2" });
    expect(second!.headers).not.toHaveProperty("x-stripe-client-telemetry");
  });

  test("the client knows whether its key moves real money", () => {
    const isLive = (secretKey: string) =>
      createStripeProcessor({ secretKey, baseUrl: null, webhookSecrets: [], log: silentLog }).isLive;
    expect(["sk_live_x", "rk_live_x", "sk_test_x", "rk_test_x", "x"].map(isLive)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

test("without a key every call is rejected with the reason", async () => {
  const unset = { secretKey: null, baseUrl: null, webhookSecrets: [], log: silentLog };
  const processor = createStripeProcessor(unset);
  expect(processor.isConfigured).toBe(false);
  await expect(processor.readSubscription("sub_1")).rejects.toMatchObject({
    code: "PROCESSOR_ERROR",
    details: { retryable: false, configured: false },
  });
});
