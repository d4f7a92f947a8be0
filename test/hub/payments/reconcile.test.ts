import { afterAll, beforeAll, expect, test } from "vitest";
import { DomainError } from "../../../src/errors.ts";
import { reconcilePayments } from "../../../subgraphs/hub/payments/reconcile.service.ts";
import { createHubApp, type HubApp } from "../support/hub-app.ts";
import { leftOf, newPayment, ShownPayments } from "./payment-world.ts";

const shown = new ShownPayments();
let app: HubApp;
beforeAll(async () => {
  app = await createHubApp({ processor: shown.port });
});
afterAll(() => app?.close());

const hour = 3_600_000;
const inHours = (hours: number) => app.contextFor(null, { at: new Date(Date.now() + hours * hour) });
const run = (hours: number) => reconcilePayments(inHours(hours), { batchSize: 2 });
const drift = (to: string) => [
  { action: "reconciliation.drift", code: null, changes: { from: "pending", to } },
];
const credits = { type: "credit_purchase", packageId: "pkg_starter", credits: 10_000 } as const;

test("payments open for over 26 hours are read again, and drift is audited", async () => {
  const paid = await newPayment(app, shown, credits);
  Object.assign(paid.payment, { status: "succeeded" });
  Object.assign(paid.session, { status: "complete", isPaid: true });
  const over = await newPayment(app, shown);
  Object.assign(over.session, { status: "expired" });
  const waiting = await newPayment(app, shown, { page: false });
  const unopened = await newPayment(app, shown);
  const unasked = await newPayment(app, shown, { page: false });
  const reload = await newPayment(app, shown, { ...credits, type: "auto_reload", page: false });
  for (const one of [paid, over, waiting]) await one.attach();

  expect(await run(25.9)).toEqual({ read: 0, drifted: 0 });
  expect((await leftOf(app, paid)).status).toBe("pending");

  expect(await run(26.1)).toEqual({ read: 6, drifted: 4 });
  expect(await leftOf(app, paid)).toMatchObject({
    status: "succeeded",
    credits: 10_000,
    audit: drift("succeeded"),
  });
  expect(await leftOf(app, over)).toMatchObject({
    status: "expired",
    told: ["payment.expired"],
    audit: drift("expired"),
  });
  expect(await leftOf(app, waiting)).toMatchObject({ status: "pending", audit: [] });
  expect(await leftOf(app, unopened)).toMatchObject({ status: "expired", audit: drift("expired") });
  expect(await leftOf(app, unasked)).toMatchObject({
    status: "canceled",
    told: [],
    audit: drift("canceled"),
  });
  expect(await leftOf(app, reload)).toMatchObject({ status: "pending", audit: [] });

  // The next run reads the open ones, without any drift.
  expect(await run(50)).toEqual({ read: 2, drifted: 0 });
  expect((await leftOf(app, paid)).credits).toBe(10_000);
  // After two months they are not read any more.
  expect(await run(61 * 24)).toEqual({ read: 0, drifted: 0 });
});

test("a payment that cannot be read is left for the next night, and delays no other", async () => {
  const one = await newPayment(app, shown);
  await one.attach();
  Object.assign(one.session, { status: "expired" });
  const unopened = await newPayment(app, shown);
  shown.failure = new DomainError("PROCESSOR_ERROR", "Down.");
  await run(27);
  shown.failure = null;
  expect((await leftOf(app, one)).status).toBe("pending");
  expect((await leftOf(app, unopened)).status).toBe("expired");
  await run(27);
  expect((await leftOf(app, one)).status).toBe("expired");
});
