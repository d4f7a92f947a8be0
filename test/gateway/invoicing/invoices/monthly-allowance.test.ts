import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Principal } from "../../../../src/access/principal.ts";
import { newId } from "../../../../src/ids.ts";
import { act, ask, externalInvoice } from "../../support/documents.ts";
import type { Caller, GatewayApp } from "../../support/gateway-app.ts";
import { openSharedGateway } from "../../support/shared-gateway.ts";

let app: GatewayApp;
beforeAll(async () => {
  app = await openSharedGateway();
});
afterAll(() => app?.close());

const invoice = { client: "ana@client.example", items: [{ description: "Work", amount: 10 }] };
const callerOf = (principal: Partial<Principal>, moment = "2026-06-15T12:00:00.000Z"): Caller => ({
  ownerId: newId("usr"),
  principal,
  at: new Date(moment),
});
const free = () => callerOf({ invoicerTier: "free" });
const tryMany = (caller: Caller, count: number) =>
  Promise.all(Array.from({ length: count }, () => ask(app, "createInvoice", invoice, caller)));

describe("the free tier", () => {
  test("of 20 concurrent requests 5 create invoices and the others name the required tier", async () => {
    const answers = await tryMany(free(), 20);
    expect(answers.filter(({ error }) => !error)).toHaveLength(5);
    const refused = answers.filter(({ code }) => code === "FORBIDDEN");
    expect(refused).toHaveLength(15);
    for (const { error } of refused) {
      expect(error!.extensions!["details"]).toEqual({
        reason: "tier_required",
        requiredTier: "integration",
        currentTier: "free",
        upgradeUrl: "http://gateway.example/settings",
        limit: 5,
        remaining: 0,
        resetAt: "2026-07-01T00:00:00.000Z",
      });
    }
  });

  test("counts deleted and cancelled ones", async () => {
    const caller = free();
    for (let index = 0; index < 5; index++) {
      const { id: invoiceId } = await act(app, "createInvoice", invoice, caller);
      if (index % 2 === 0) await act(app, "deleteDraftInvoice", { invoiceId }, caller);
      else await act(app, "cancelInvoice", { invoiceId, reason: "error" }, caller);
    }
    expect((await ask(app, "createInvoice", invoice, caller)).code).toBe("FORBIDDEN");
  });

  test("counts what was made in a higher tier, by the external API and from quotations", async () => {
    const caller = callerOf({});
    for (let index = 0; index < 4; index++)
      await act(app, "createExternalInvoice", externalInvoice(), caller);
    const { quotationId } = await act(app, "createExternalQuotation", externalInvoice(), caller);
    const unconverted = await act(app, "createExternalQuotation", externalInvoice(), caller);
    for (const id of [quotationId, unconverted.quotationId]) {
      await act(app, "sendQuotation", { quotationId: id }, caller);
      await act(app, "acceptQuotation", { quotationId: id }, caller);
    }
    const downgraded = { ...caller, principal: { invoicerTier: "free" as const } };
    await act(app, "convertQuotationToInvoice", { quotationId }, downgraded);
    expect((await ask(app, "createInvoice", invoice, downgraded)).code).toBe("FORBIDDEN");
    const second = { quotationId: unconverted.quotationId };
    expect((await ask(app, "convertQuotationToInvoice", second, downgraded)).code).toBe("FORBIDDEN");
  });

  test("begins anew with the month in UTC, to the millisecond", async () => {
    const caller = callerOf({ invoicerTier: "free" }, "2026-06-30T23:59:59.999Z");
    await tryMany(caller, 5);
    expect((await ask(app, "createInvoice", invoice, caller)).code).toBe("FORBIDDEN");
    const next = { ...caller, at: new Date("2026-07-01T00:00:00.000Z") };
    expect((await tryMany(next, 6)).filter(({ error }) => !error)).toHaveLength(5);
  });

  test("does not count an attempt that failed, nor a replay", async () => {
    const caller = free();
    const bad = { ...invoice, discount: 999 };
    for (let index = 0; index < 6; index++)
      expect((await ask(app, "createInvoice", bad, caller)).code).toBe("INVALID_AMOUNT");
    for (let index = 0; index < 6; index++)
      await act(app, "createInvoice", invoice, { ...caller, idempotencyKey: "same" });
    expect((await tryMany(caller, 6)).filter(({ error }) => !error)).toHaveLength(4);
  });
});

test.each([
  ["the integration tier", { invoicerTier: "integration" }],
  ["the business tier", { invoicerTier: "business" }],
  ["a hub plan of business", { invoicerTier: "free", plan: "business" }],
  ["a hub plan of enterprise", { invoicerTier: "free", plan: "enterprise" }],
] as [string, Partial<Principal>][])("%s has no limit", async (_, principal) => {
  expect((await tryMany(callerOf(principal), 7)).every(({ error }) => !error)).toBe(true);
});

test("a hub plan below business leaves the free tier's limit", async () => {
  const answers = await tryMany(callerOf({ invoicerTier: "free", plan: "professional" }), 7);
  expect(answers.filter(({ error }) => !error)).toHaveLength(5);
});
