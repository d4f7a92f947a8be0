import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DomainError } from "../../../src/errors.ts";
import { createHubApp, type HubApp } from "../support/hub-app.ts";
import { deliver, leftOf, newPayment, ShownPayments, type ShownPayment } from "./payment-world.ts";

const shown = new ShownPayments();
let app: HubApp;
beforeAll(async () => {
  app = await createHubApp({ processor: shown.port });
});
afterAll(() => app?.close());

const credits = { type: "credit_purchase", packageId: "pkg_starter", credits: 10_000 } as const;
const pay = ({ session, payment }: ShownPayment) => {
  Object.assign(payment, { status: "succeeded" });
  Object.assign(session, { status: "complete", isPaid: true });
};

test("a page is paid once, however many events report it, of both kinds and at once", async () => {
  const one = await newPayment(app, shown, credits);
  await one.attach();
  pay(one);
  const types = [
    "checkout.session.completed",
    "checkout.session.async_payment_succeeded",
    "payment_intent.succeeded",
  ];
  const deliveries = Array.from({ length: 20 }, (_, index) => deliver(app, types[index % 3]!, one));
  expect(new Set(await Promise.all(deliveries))).toEqual(new Set(["processed"]));
  const left = await leftOf(app, one);
  expect(left).toMatchObject({ status: "succeeded", credits: 10_000, told: ["payment.succeeded"] });
  expect(left.events[0]!.payload.object).toMatchObject({
    transactionId: one.transaction.id,
    status: "succeeded",
    amount: 10,
    credits: 100,
    invoiceUrl: "https://receipts.example/1",
    completedAt: expect.any(String),
  });
  expect(left.audit).toEqual([]);
});

test("an event that overtakes our own call's response finds its payment by the metadata", async () => {
  const one = await newPayment(app, shown, credits);
  pay(one);
  expect(await deliver(app, "payment_intent.succeeded", one)).toBe("processed");
  await one.attach();
  const { session, payment } = one;
  expect(await leftOf(app, one)).toMatchObject({
    status: "succeeded",
    session: session.sessionId,
    intent: payment.paymentIntentId,
    credits: 10_000,
  });
});

test("an event of a final state that the processor does not report yet is looked at again", async () => {
  for (const [type, state] of [
    ["payment_intent.succeeded", "succeeded"],
    ["payment_intent.canceled", "canceled"],
  ] as const) {
    const one = await newPayment(app, shown, { page: false });
    await one.attach();
    Object.assign(one.payment, { status: "requires_action" });
    expect(await deliver(app, type, one)).toBe("early");
    expect(await leftOf(app, one)).toMatchObject({ status: "requires_action" });
    Object.assign(one.payment, { status: state });
    expect(await deliver(app, type, one)).toBe("processed");
    expect(await leftOf(app, one)).toMatchObject({ status: state });
  }
});

test("a payment of a free amount grants nothing", async () => {
  for (const page of [true, false]) {
    const one = await newPayment(app, shown, { page });
    pay(one);
    await deliver(app, "payment_intent.succeeded", one);
    expect(await leftOf(app, one)).toMatchObject({ status: "succeeded", credits: 0 });
  }
});

test("a payment of another amount than requested grants nothing and needs a manual review", async () => {
  const one = await newPayment(app, shown, credits);
  pay(one);
  Object.assign(one.payment, { amount: 999 });
  expect(await deliver(app, "payment_intent.succeeded", one)).toBe("ignored");
  expect(await leftOf(app, one)).toMatchObject({
    status: "pending",
    credits: 0,
    told: [],
    audit: [{ action: "payment.transition", code: "ignored", changes: { from: "pending", to: "succeeded" } }],
  });
});

test("a payment that we did not request is ignored; one of ours without a row waits", async () => {
  const one = await newPayment(app, shown);
  pay(one);
  Object.assign(one.payment, { metadata: {} });
  Object.assign(one.session, { metadata: {}, reference: null });
  expect(await deliver(app, "payment_intent.succeeded", one)).toBe("ignored");
  Object.assign(one.payment, { metadata: { transactionId: "txn_not_here_yet" } });
  expect(await deliver(app, "payment_intent.succeeded", one)).toBe("queued");
  expect(
    await deliver(app, "checkout.session.completed", {
      ...one,
      session: { ...one.session, sessionId: "cs_gone" },
    }),
  ).toBe("ignored");
  expect((await leftOf(app, one)).status).toBe("pending");
});

test("a declined payment shows the reason, until it succeeds after all", async () => {
  const one = await newPayment(app, shown, credits);
  Object.assign(one.payment, { status: "failed", failureCode: "insufficient_funds" });
  await deliver(app, "payment_intent.payment_failed", one);
  expect(await leftOf(app, one)).toMatchObject({
    status: "failed",
    failure: "insufficient_funds",
    credits: 0,
  });
  Object.assign(one.payment, { failureCode: null });
  pay(one);
  await deliver(app, "payment_intent.succeeded", one);
  expect(await leftOf(app, one)).toMatchObject({
    status: "succeeded",
    failure: null,
    credits: 10_000,
    told: ["payment.failed", "payment.succeeded"],
  });
});

test.each(["checkout.session.expired", "payment_intent.canceled"])(
  "a page that is over ends its payment as expired, also when %s comes first",
  async (first) => {
    const one = await newPayment(app, shown, credits);
    Object.assign(one.session, { status: "expired" });
    Object.assign(one.payment, { status: "canceled" });
    for (const type of [first, "checkout.session.expired", "payment_intent.canceled"])
      expect(await deliver(app, type, one)).toBe("processed");
    expect(await leftOf(app, one)).toMatchObject({ status: "expired", told: ["payment.expired"], audit: [] });
  },
);

test("a transition that the table does not have changes nothing and is audited", async () => {
  const one = await newPayment(app, shown, { page: false });
  Object.assign(one.payment, { status: "canceled" });
  await deliver(app, "payment_intent.canceled", one);
  Object.assign(one.payment, { status: "succeeded" });
  expect(await deliver(app, "payment_intent.succeeded", one)).toBe("ignored");
  expect(await leftOf(app, one)).toMatchObject({
    status: "canceled",
    told: [],
    audit: [
      { action: "payment.transition", code: "ignored", changes: { from: "canceled", to: "succeeded" } },
    ],
  });
});

describe("money given back", () => {
  test("partial refunds take credits back in proportion, each once", async () => {
    const one = await newPayment(app, shown, credits);
    pay(one);
    await deliver(app, "payment_intent.succeeded", one);
    Object.assign(one.payment, { amountRefunded: 250 });
    await Promise.all(Array.from({ length: 5 }, () => deliver(app, "charge.refunded", one)));
    expect(await leftOf(app, one)).toMatchObject({
      status: "partially_refunded",
      refunded: 250,
      credits: 7_500,
    });
    Object.assign(one.payment, { amountRefunded: 600 });
    await deliver(app, "charge.refunded", one);
    expect(await leftOf(app, one)).toMatchObject({
      status: "partially_refunded",
      refunded: 600,
      credits: 4_000,
    });
    Object.assign(one.payment, { amountRefunded: 1_000 });
    await deliver(app, "charge.refunded", one);
    const left = await leftOf(app, one);
    expect(left).toMatchObject({ status: "refunded", refunded: 1_000, credits: 0, audit: [] });
    expect(left.told).toEqual(["payment.succeeded", ...Array(3).fill("payment.refunded")]);
    expect(left.events.map(({ payload }) => payload.object["amountRefunded"])).toEqual([0, 2.5, 6, 10]);
  });

  test("a refund that is known before the payment is announced in order, and grants nothing in sum", async () => {
    const one = await newPayment(app, shown, credits);
    pay(one);
    Object.assign(one.payment, { amountRefunded: 1_000 });
    await deliver(app, "charge.refunded", one);
    await deliver(app, "checkout.session.completed", one);
    expect(await leftOf(app, one)).toMatchObject({
      status: "refunded",
      credits: 0,
      told: ["payment.succeeded", "payment.refunded"],
      audit: [],
    });
  });

  test("a lost dispute takes everything back; a won one changes nothing", async () => {
    for (const outcome of ["won", "lost"] as const) {
      const one = await newPayment(app, shown, credits);
      pay(one);
      await deliver(app, "payment_intent.succeeded", one);
      Object.assign(one.payment, { dispute: "open" });
      await deliver(app, "charge.dispute.created", one);
      expect(await leftOf(app, one)).toMatchObject({ status: "disputed", refunded: 0, credits: 10_000 });
      Object.assign(one.payment, { dispute: outcome });
      await deliver(app, "charge.dispute.closed", one);
      const isLost = outcome === "lost";
      expect(await leftOf(app, one)).toMatchObject({
        status: isLost ? "refunded" : "succeeded",
        refunded: isLost ? 1_000 : 0,
        credits: isLost ? 0 : 10_000,
        told: ["payment.succeeded", "payment.disputed", ...(isLost ? ["payment.refunded"] : [])],
        audit: [],
      });
    }
  });
});

test("an outdated reading changes nothing", async () => {
  const one = await newPayment(app, shown, credits);
  pay(one);
  await deliver(app, "payment_intent.succeeded", one);
  Object.assign(one.payment, { dispute: "open" });
  // The dispute is won, and that is applied, while this event's answer is on its way.
  shown.onRead = async () => {
    Object.assign(one.payment, { dispute: "won" });
    await deliver(app, "charge.dispute.closed", one);
  };
  expect(await deliver(app, "charge.dispute.created", one)).toBe("processed");
  expect(await leftOf(app, one)).toMatchObject({ status: "succeeded", told: ["payment.succeeded"] });
});

test("when the processor cannot be read nothing is applied and the event fails", async () => {
  const one = await newPayment(app, shown, credits);
  pay(one);
  shown.failure = new DomainError("PROCESSOR_ERROR", "Down.");
  await expect(deliver(app, "payment_intent.succeeded", one)).rejects.toThrow("Down.");
  shown.failure = null;
  expect((await leftOf(app, one)).status).toBe("pending");
  await deliver(app, "payment_intent.succeeded", one);
  expect(await leftOf(app, one)).toMatchObject({ status: "succeeded", credits: 10_000 });
});

test("any order and number of deliveries leaves the same result", async () => {
  const worlds = [
    [["payment_intent.succeeded", "checkout.session.completed"], () => ({}), "succeeded", 10_000],
    [
      ["payment_intent.payment_failed", "payment_intent.succeeded", "charge.refunded"],
      () => ({ amountRefunded: 400 }),
      "partially_refunded",
      6_000,
    ],
    [
      [
        "payment_intent.processing",
        "payment_intent.succeeded",
        "charge.dispute.created",
        "charge.dispute.closed",
      ],
      () => ({ dispute: "lost" as const }),
      "refunded",
      0,
    ],
    [
      [
        "payment_intent.requires_action",
        "payment_intent.succeeded",
        "charge.dispute.created",
        "charge.dispute.closed",
      ],
      () => ({ dispute: "won" as const }),
      "succeeded",
      10_000,
    ],
  ] as const;
  await fc.assert(
    fc.asyncProperty(
      fc
        .constantFrom(...worlds)
        .chain((world) =>
          fc.tuple(
            fc.constant(world),
            fc.shuffledSubarray([...world[0], ...world[0]], { minLength: world[0].length * 2 }),
            fc.nat({ max: world[0].length }),
          ),
        ),
      async ([[, change, status, balance], deliveries, changedAfter]) => {
        const one = await newPayment(app, shown, credits);
        pay(one);
        for (const [index, type] of deliveries.entries()) {
          if (index === changedAfter) Object.assign(one.payment, change());
          await deliver(app, type, one);
        }
        const left = await leftOf(app, one);
        expect({ status: left.status, credits: left.credits, audit: left.audit }).toEqual({
          status,
          credits: balance,
          audit: [],
        });
        expect(left.told.filter((type) => type === "payment.succeeded")).toHaveLength(1);
      },
    ),
    { numRuns: 40 },
  );
});
