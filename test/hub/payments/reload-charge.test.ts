import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DomainError } from "../../../src/errors.ts";
import { inTransaction } from "../../../src/db/transaction.ts";
import { newId } from "../../../src/ids.ts";
import { chargeReload } from "../../../subgraphs/hub/payments/reload-charge.service.ts";
import { readReloadBalances, readReloadTerms } from "../../../subgraphs/hub/payments/reload-terms.service.ts";
import { advanceTransaction } from "../../../subgraphs/hub/payments/transactions.service.ts";
import { ProcessorDecline, type ProcessorPayment } from "../../../subgraphs/hub/processor/processor.port.ts";
import { adoptCustomer } from "../../../subgraphs/hub/processor/customers.service.ts";
import { createHubApp, type HubApp } from "../support/hub-app.ts";
import { createSpender, accountOf, ledgerFaults } from "../support/ledger.ts";
import { createFakeProcessor } from "../subscriptions/fake-processor.ts";

/** Payments by key, and the received calls. */
const charged = new Map<string, ProcessorPayment>();
const calls: { key: string; method: string }[] = [];
let method: string | null;
/** Behaviour of the processor for the next call: pays, or pays or not and throws. */
let behaviour: { pays: boolean; throws?: Error; status?: ProcessorPayment["status"] };

const processor = {
  ...createFakeProcessor(),
  readCustomer: (customerId: string) => Promise.resolve({ customerId, defaultPaymentMethodId: method }),
  chargeSavedMethod: async (
    charge: { amount: number; currency: string; paymentMethodId: string; metadata: Record<string, string> },
    key: string,
  ) => {
    calls.push({ key, method: charge.paymentMethodId });
    const { pays, throws, status = "succeeded" } = behaviour;
    if (pays && !charged.has(key)) charged.set(key, payment(charge, status));
    if (throws) throw throws;
    return charged.get(key)!;
  },
};

function payment(
  { amount, currency, metadata }: { amount: number; currency: string; metadata: Record<string, string> },
  status: ProcessorPayment["status"],
): ProcessorPayment {
  return {
    paymentIntentId: newId("pi"),
    customerId: "cus",
    status,
    amount,
    amountRefunded: 0,
    currency,
    dispute: null,
    paymentMethodId: method,
    receiptUrl: null,
    failureCode: null,
    isHardDecline: false,
    metadata,
  };
}

let app: HubApp;
beforeAll(async () => {
  app = await createHubApp({ processor });
});
afterAll(() => app?.close());
beforeEach(() => {
  charged.clear();
  calls.length = 0;
  method = "pm_1";
  behaviour = { pays: true };
});

const processorError = (details: object) => new DomainError("PROCESSOR_ERROR", "x", { ...details });
const unknown = () => processorError({ retryable: true, unknownOutcome: true });

const addPerson =
  "INSERT INTO hub.users (id, created_at, last_seen_at) VALUES ($1, now(), now()) ON CONFLICT DO NOTHING";
const addOrganization =
  "INSERT INTO hub.accounts (id, kind, name, created_at, updated_at) VALUES ($1, 'organization', 'x', now(), now())";

async function payer({ credits = 5, isOrganization = false } = {}) {
  const ownerId = await createSpender(app, credits, isOrganization ? { ownerId: newId("org") } : {});
  await app.database.query(isOrganization ? addOrganization : addPerson, [ownerId]);
  await adoptCustomer(app.contextFor(null), ownerId, `cus_${ownerId}`);
  const reloadId = newId("rld");
  const input = { reloadId, appId: "central", packageId: "pkg_starter", amountCents: 1_000, credits: 10_000 };
  return {
    ownerId,
    reloadId,
    charge: (over: object = {}, at?: Date) =>
      chargeReload(app.contextFor(ownerId, at ? { at } : {}), { ...input, ...over }),
    balance: async () => (await accountOf(app.database, ownerId)).balance,
    payments: () =>
      app.database.query<{ id: string; status: string; failure: string | null }>(
        "SELECT id, status, failure_code AS failure FROM hub.payment_transactions WHERE owner_id = $1",
        [ownerId],
      ),
  };
}

describe("a charge", () => {
  test("a charge grants its credits once, under repetition and concurrency", async () => {
    const one = await payer();
    const answers = await Promise.all(Array.from({ length: 8 }, () => one.charge()));
    answers.push(await one.charge());
    const [first] = answers;
    expect(first).toMatchObject({ status: "succeeded", balanceAfter: 10_500, code: null });
    expect(answers).toEqual(answers.map(() => first));
    expect([...charged.keys()]).toEqual([one.reloadId]);
    expect(await one.payments()).toMatchObject([{ status: "succeeded" }]);
    expect(await one.balance()).toBe(105);
    expect(await ledgerFaults(app.database)).toEqual([]);
  });

  test("a charge in progress is reported as such, and not requested again", async () => {
    const one = await payer();
    behaviour = { pays: true, status: "processing" };
    expect(await one.charge()).toMatchObject({ status: "processing" });
    expect(await one.charge()).toMatchObject({ status: "processing" });
    expect(calls).toHaveLength(1);
    expect(await one.balance()).toBe(5);
  });

  test.each([
    ["costs something else now", { amountCents: 999 }],
    ["brings something else now", { credits: 9_999 }],
    ["is not sold", { packageId: "pkg_nonesuch" }],
  ])("for a package that %s is not made", async (_words, over) => {
    const one = await payer();
    expect(await one.charge(over)).toMatchObject({
      status: "failed",
      code: "package_unavailable",
      transactionId: null,
    });
    expect([calls, await one.payments()]).toEqual([[], []]);
  });

  test("a charge is not made for a closed account or without a payment method", async () => {
    const closed = await payer();
    await app.database.query("UPDATE hub.users SET suspended_at = now() WHERE id = $1", [closed.ownerId]);
    expect(await closed.charge()).toMatchObject({ status: "failed", code: "no_payment_method" });
    const closedBy = "closed_at = now(), closed_by = 'x', erasure_scheduled_at = now()";
    for (const change of ["suspended_at = now()", closedBy]) {
      const organization = await payer({ isOrganization: true });
      const sql = `UPDATE hub.accounts SET ${change} WHERE id = $1`;
      await app.database.query(sql, [organization.ownerId]);
      expect(await organization.charge()).toMatchObject({ status: "failed", code: "no_payment_method" });
    }
    method = null;
    const poor = await payer();
    expect(await poor.charge()).toMatchObject({ status: "failed", code: "no_payment_method" });
    method = "pm_2";
    expect(await poor.charge()).toMatchObject({ status: "failed", code: "no_payment_method" });
    expect(calls).toEqual([]);
  });
});

describe("a refusal", () => {
  const decline = (over: Partial<ProcessorDecline> = {}) =>
    new ProcessorDecline({
      code: "card_declined",
      declineCode: "lost_card",
      isHard: true,
      needsAction: false,
      paymentIntentId: newId("pi"),
      ...over,
    });

  test("a decline by the bank is final, and replayed for ever", async () => {
    const one = await payer();
    behaviour = { pays: false, throws: decline() };
    const refused = await one.charge();
    expect(refused).toMatchObject({
      status: "failed",
      code: "card_declined",
      declineCode: "lost_card",
      isHard: true,
    });
    behaviour = { pays: true };
    expect(await one.charge()).toEqual(refused);
    expect([calls.length, charged.size, await one.balance()]).toEqual([1, 0, 5]);
  });

  test("a charge that needs the payer fails, since the payer is not present", async () => {
    const one = await payer();
    behaviour = { pays: true, status: "requires_action" };
    expect(await one.charge()).toMatchObject({ status: "failed", code: "authentication_required" });
    expect(await one.payments()).toMatchObject([{ status: "failed", failure: "authentication_required" }]);
  });

  test("a rejected first request is a failed charge", async () => {
    const one = await payer();
    behaviour = { pays: false, throws: processorError({ retryable: false }) };
    expect(await one.charge()).toMatchObject({ status: "failed", code: "processing_error", isHard: false });
  });
});

describe("a charge with an unknown outcome", () => {
  test("an unknown outcome is retried with the same key and card, though the default card has changed", async () => {
    const one = await payer();
    behaviour = { pays: true, throws: unknown() };
    await expect(one.charge()).rejects.toMatchObject({ code: "PROCESSOR_ERROR" });
    expect(await one.payments()).toMatchObject([{ status: "pending" }]);
    method = "pm_2";
    behaviour = { pays: true };
    expect(await one.charge()).toMatchObject({ status: "succeeded" });
    expect(calls).toEqual([1, 2].map(() => ({ key: one.reloadId, method: "pm_1" })));
    expect([charged.size, await one.balance()]).toEqual([1, 105]);
  });

  test("a later rejected request does not make an unknown outcome a failure", async () => {
    const one = await payer();
    behaviour = { pays: true, throws: unknown() };
    await expect(one.charge()).rejects.toThrow();
    behaviour = { pays: false, throws: processorError({ retryable: false }) };
    await expect(one.charge()).rejects.toThrow();
    expect(await one.payments()).toMatchObject([{ status: "pending" }]);
  });

  test("the processor's event settles an unknown outcome, and the next request returns it", async () => {
    const one = await payer();
    behaviour = { pays: true, throws: unknown() };
    await expect(one.charge()).rejects.toThrow();
    const [row] = await one.payments();
    const ctx = app.contextFor(one.ownerId);
    await inTransaction(ctx, (em) => advanceTransaction(ctx, em, row!, { status: "succeeded" }));
    expect(await one.charge()).toMatchObject({ status: "succeeded", balanceAfter: 10_500 });
    expect([calls.length, await one.balance()]).toEqual([1, 105]);
  });

  test("an unknown outcome is not retried once the processor may have deleted the key", async () => {
    const one = await payer();
    behaviour = { pays: true, throws: unknown() };
    await expect(one.charge()).rejects.toThrow();
    behaviour = { pays: true };
    const day = new Date(Date.now() + 24 * 3_600_000);
    expect(await one.charge({}, day)).toMatchObject({ status: "processing" });
    expect(calls).toHaveLength(1);
  });
});

test("a reload that is refunded or disputed stays paid, and its credits are taken back", async () => {
  const one = await payer({ credits: 1 });
  await one.charge();
  const [row] = await one.payments();
  const ctx = app.contextFor(one.ownerId);
  await inTransaction(ctx, (em) =>
    advanceTransaction(ctx, em, row!, { status: "refunded", amountRefunded: 1_000 }),
  );
  expect(await one.charge()).toMatchObject({ status: "succeeded" });
  expect(await one.balance()).toBe(1);
});

describe("the terms", () => {
  const terms = (ownerId: string, over: object = {}) =>
    readReloadTerms(app.contextFor(ownerId), {
      appId: "central",
      packageId: "pkg_growth",
      needsMethod: false,
      ...over,
    });

  test("the terms have the credit account, its balance, the package and the payment method", async () => {
    const { ownerId } = await payer({ credits: 12 });
    expect(await terms(ownerId, { needsMethod: true })).toEqual({
      walletAppId: "central",
      balance: 1_200,
      available: 1_200,
      offer: { packageId: "pkg_growth", credits: 50_000, priceCents: 4_500, currency: "USD" },
      hasMethod: true,
    });
    // An app without credits of its own spends those of central, and buys its packages.
    expect(await terms(ownerId, { appId: "payroll" })).toMatchObject({
      walletAppId: "central",
      available: 1_200,
      offer: { packageId: "pkg_growth" },
      hasMethod: null,
    });
    await createSpender(app, 3, { ownerId, appId: "payroll" });
    expect(await terms(ownerId, { appId: "payroll" })).toMatchObject({
      walletAppId: "payroll",
      available: 300,
    });
    method = null;
    expect(await terms(ownerId, { needsMethod: true })).toMatchObject({ hasMethod: false });
    expect(await terms(newId("usr"))).toMatchObject({ balance: 0, available: 0 });
  });

  test.each([
    [{ appId: "nonesuch" }, "UNKNOWN_APP"],
    [{ webhookUrl: "http://a.example" }, "INVALID_URL"],
    [{ webhookUrl: "https://10.0.0.1/" }, "INVALID_URL"],
  ])("refuse %j", async (over, code) => {
    await expect(terms(newId("usr"), over)).rejects.toMatchObject({ code });
  });

  test("the terms of many accounts are in the requested order", async () => {
    const [a, b] = [await createSpender(app, 1), await createSpender(app, 2)];
    await createSpender(app, 7, { ownerId: b, appId: "finance" });
    const wallets = [
      { ownerId: b, appId: "finance" },
      { ownerId: newId("usr"), appId: "central" },
      { ownerId: a, appId: "finance" },
      { ownerId: b, appId: "central" },
    ];
    const { available } = await readReloadBalances(app.contextFor(null), { wallets });
    expect(available).toEqual([700, 0, 100, 200]);
  });
});

test("only the platform itself can charge reloads", async () => {
  const headers = await app.as(newId("usr"));
  const answer = await app.graphql(
    'mutation { chargeReload(input: {reloadId: "x", appId: "central", packageId: "p", amountCents: 1, credits: 1}) { status } }',
    {},
    headers,
  );
  expect(answer.body.errors[0].extensions.code).toMatch(/NOT_FOUND|GRAPHQL_VALIDATION_FAILED/);
});
