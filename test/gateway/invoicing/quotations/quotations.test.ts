import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { copyContext } from "../../../../src/context.ts";
import { newId } from "../../../../src/ids.ts";
import { sendQuotationMailJob } from "../../../../subgraphs/gateway/invoicing/quotations/send-quotation-mail.job.ts";
import { silentLog } from "../../../support/silent-log.ts";
import { act, ask, eventsOf, externalInvoice } from "../../support/documents.ts";
import { suspendAccount, type Caller, type GatewayApp } from "../../support/gateway-app.ts";
import { openSharedGateway } from "../../support/shared-gateway.ts";

let app: GatewayApp;
beforeAll(async () => {
  app = await openSharedGateway();
});
afterAll(() => app?.close());

const newCaller = (): Caller => ({ ownerId: newId("usr"), at: new Date("2026-06-01T12:00:00.000Z") });
const items = [
  { description: "Hours", quantity: 2.5, unitPrice: 33.33 },
  { description: "Travel", amount: 20 },
];
async function newDraft(over: Record<string, unknown> = {}) {
  const caller = newCaller();
  const made = await act(app, "createQuotation", { client: "ana@client.example", items, ...over }, caller);
  return { caller, made, quotationId: made.id as string };
}
async function newSent() {
  const draft = await newDraft();
  await act(app, "sendQuotation", { quotationId: draft.quotationId }, draft.caller);
  return { ...draft, token: (draft.made.portalLink as string).split("/portal/quotations/")[1]! };
}
async function newAccepted() {
  const sent = await newSent();
  await act(app, "acceptQuotation", { quotationId: sent.quotationId, acceptedBy: "Ana" }, sent.caller);
  return sent;
}
const read = async (quotationId: string, caller: Caller) => {
  const query =
    "query ($id: ID!) { quotation(quotationId: $id) { id status invoiceId validUntil delivery } }";
  return (await app.run(query, { id: quotationId }, caller)).data?.quotation;
};

describe("a new quotation", () => {
  test("a new quotation is a numbered draft valid for 30 days in the account's time zone", async () => {
    const { caller, made, quotationId } = await newDraft();
    expect(made).toMatchObject({
      number: "QUO-2026-000001",
      status: "draft",
      total: 103.33,
      client: { name: "ana", email: "ana@client.example" },
    });
    expect((await read(quotationId, caller)).validUntil).toBe("2026-07-01");
    await act(app, "updateInvoiceSettings", { timezone: "Pacific/Kiritimati" }, caller);
    const second = await act(app, "createExternalQuotation", externalInvoice(), caller);
    expect(second.validUntil).toBe("2026-07-02");
  });

  test("a new quotation can be valid until today, not yesterday", async () => {
    const input = { client: "ana@client.example", items };
    const caller = newCaller();
    expect((await ask(app, "createQuotation", { ...input, validUntil: "2026-05-31" }, caller)).code).toBe(
      "VALIDATION_ERROR",
    );
    await act(app, "createQuotation", { ...input, validUntil: "2026-06-01" }, caller);
  });

  test("an external quotation and its event are the documented record", async () => {
    const caller = newCaller();
    const input = externalInvoice({ currency: "eur", validUntil: "2026-06-30", customerEmail: null });
    const record = await act(app, "createExternalQuotation", input, caller);
    expect(record).toEqual({
      quotationId: expect.stringMatching(/^quo_/),
      quotationNumber: "QUO-2026-000001",
      customerName: "Ana Ltd",
      customerEmail: null,
      items: [{ description: "Hours", quantity: 2, unitPrice: 10, total: 20 }],
      total: 20,
      currency: "EUR",
      status: "draft",
      validUntil: "2026-06-30",
      createdAt: "2026-06-01T12:00:00.000Z",
    });
    expect(await eventsOf(app, record.quotationId)).toEqual([
      { type: "quotation.created", payload: { object: record, previous: null } },
    ]);
  });

  test("creating a quotation costs credits, except through the external API", async () => {
    onTestFinished(() => void delete app.hub.prices["quotation.create"]);
    app.hub.prices["quotation.create"] = 0.5;
    const { caller } = await newDraft();
    await act(app, "createExternalQuotation", externalInvoice(), caller);
    expect(app.hub.holdsOf(caller.ownerId!).map(({ operation }) => operation)).toEqual(["quotation.create"]);
  });
});

describe("converting a quotation", () => {
  test("concurrent and repeated conversions create one draft with the same lines and client", async () => {
    const { caller, quotationId } = await newAccepted();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => act(app, "convertQuotationToInvoice", { quotationId }, caller)),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(answers[0]).toMatchObject({
      status: "draft",
      number: null,
      quotationId,
      total: 103.33,
      client: { name: "ana", email: "ana@client.example" },
      lines: [
        { description: "Hours", quantity: 2.5, unitPrice: 33.33, total: 83.33 },
        { description: "Travel", quantity: 1, unitPrice: 20, total: 20 },
      ],
    });
    expect(await read(quotationId, caller)).toMatchObject({ status: "accepted", invoiceId: answers[0].id });
    const captured = app.hub.holdsOf(caller.ownerId!).filter(({ operation, status }) => {
      return operation === "invoice.create" && status === "captured";
    });
    expect(captured).toHaveLength(1);
    expect(await eventsOf(app, answers[0].id)).toHaveLength(1);
  });

  test("what a client accepts is billed: compound, included and withheld taxes, and the discount", async () => {
    const caller = newCaller();
    const rate = async (name: string, percent: number, more: Record<string, boolean> = {}) => {
      const sql = "mutation ($input: CreateTaxRateInput!) { createTaxRate(input: $input) { id } }";
      const { data, error } = await app.run(sql, { input: { name, ratePercent: percent, ...more } }, caller);
      expect(error).toBeUndefined();
      return data.createTaxRate.id as string;
    };
    const gst = await rate("GST", 5);
    const qst = await rate("QST", 9.5, { compound: true });
    const vat = await rate("VAT", 19, { inclusive: true });
    const withheld = await rate("IRPF", 15, { withheld: true });
    const lines = [
      { description: "Site", amount: 100, taxRateIds: [gst, qst] },
      { description: "Box", quantity: 2, unitPrice: 119, taxRateIds: [vat] },
      { description: "Advice", amount: 200, discount: 20, taxRateIds: [withheld] },
      { description: "Gift", amount: 10, taxRateIds: [] },
    ];
    const money = "discount subtotal taxTotal total taxLines { rate base tax }";
    const made = await app.run(
      `mutation ($input: CreateQuotationInput!) { createQuotation(input: $input) { id ${money} } }`,
      { input: { client: "tax@client.example", items: lines, discount: 49 } },
      caller,
    );
    expect(made.error).toBeUndefined();
    const { id: quotationId, ...quoted } = made.data.createQuotation;
    expect(quoted).toMatchObject({ discount: 49, subtotal: 441 });
    expect(quoted.taxLines).toHaveLength(4);
    expect(quoted.total).toBeCloseTo(quoted.subtotal + quoted.taxTotal, 2);
    await act(app, "sendQuotation", { quotationId }, caller);
    await act(app, "acceptQuotation", { quotationId }, caller);
    // The invoice keeps the rounding of the quotation.
    await act(app, "updateInvoiceSettings", { roundingMode: "half_even" }, caller);
    const { id: invoiceId } = await act(app, "convertQuotationToInvoice", { quotationId }, caller);
    const query = `query ($id: ID!) { invoice(invoiceId: $id) { ${money} } }`;
    expect((await app.run(query, { id: invoiceId }, caller)).data.invoice).toEqual(quoted);
  });

  test("a quotation can be converted again after its draft was deleted", async () => {
    const { caller, quotationId } = await newAccepted();
    const first = await act(app, "convertQuotationToInvoice", { quotationId }, caller);
    await act(app, "deleteDraftInvoice", { invoiceId: first.id }, caller);
    expect((await read(quotationId, caller)).invoiceId).toBeNull();
    const again = { quotationId, issueDate: "2026-01-31" };
    const second = await act(app, "convertQuotationToInvoice", again, caller);
    expect(second.id).not.toBe(first.id);
    expect([first.plannedIssueDate, second.plannedIssueDate]).toEqual([null, "2026-01-31"]);
  });
});

describe("editing a draft", () => {
  test("editing a draft quotation changes only the given fields", async () => {
    const { caller, quotationId } = await newDraft();
    const changes = { customerName: "Ana Ltd", items: [{ description: "Day", amount: 50 }], notes: "n" };
    expect(await act(app, "updateQuotation", { quotationId, ...changes, version: 1 }, caller)).toMatchObject({
      client: { name: "Ana Ltd" },
      total: 50,
      notes: "n",
      version: 2,
    });
    const stale = await ask(app, "updateQuotation", { quotationId, notes: "m", version: 1 }, caller);
    expect(stale.code).toBe("VERSION_CONFLICT");
    const taxed = { quotationId, taxRate: 10, discount: 20 };
    expect(await act(app, "updateQuotation", taxed, caller)).toMatchObject({ total: 33 });
    const changed = { quotationId, items: [{ description: "Week", amount: 120 }], discount: null };
    expect(await act(app, "updateQuotation", changed, caller)).toMatchObject({ total: 132 });
  });

  test("a deleted draft quotation is not found", async () => {
    const { caller, quotationId } = await newDraft();
    await act(app, "deleteDraftQuotation", { quotationId }, caller);
    expect((await ask(app, "sendQuotation", { quotationId }, caller)).code).toBe("QUOTATION_NOT_FOUND");
    const { data } = await app.run("{ quotations { total } externalQuotations { total } }", {}, caller);
    expect(data).toEqual({ quotations: { total: 0 }, externalQuotations: { total: 0 } });
  });
});

describe("the client's page", () => {
  const page =
    "query ($token: String!) { quotationPortalPage(token: $token) { number clientName total status isOpen } }";
  const nobody: Caller = { ownerId: null, at: new Date("2026-06-02T12:00:00.000Z") };

  test("the portal page shows the quotation and accepts one answer", async () => {
    const { token, quotationId, caller } = await newSent();
    const { data } = await app.run(page, { token }, nobody);
    expect(data.quotationPortalPage).toEqual({
      number: "QUO-2026-000001",
      clientName: "ana",
      total: 103.33,
      status: "sent",
      isOpen: true,
    });
    const accepted = await act(app, "acceptQuotationByLink", { token, note: "Ana A." }, nobody);
    expect(accepted).toEqual({ status: "accepted", isOpen: false });
    const late = await ask(app, "declineQuotationByLink", { token }, nobody);
    expect(late.code).toBe("INVOICE_STATE_CONFLICT");
    expect((await read(quotationId, caller)).status).toBe("accepted");
    const types = (await eventsOf(app, quotationId)).map(({ type }) => type);
    expect(types).toEqual(["quotation.created", "quotation.sent", "quotation.accepted"]);
  });

  test("the portal page of a draft is closed and rejects answers", async () => {
    const { made } = await newDraft();
    const token = made.portalLink.split("/portal/quotations/")[1];
    expect((await app.run(page, { token }, nobody)).data.quotationPortalPage.isOpen).toBe(false);
    expect((await ask(app, "acceptQuotationByLink", { token }, nobody)).code).toBe("INVOICE_STATE_CONFLICT");
  });

  test.each(["AAAAAAAAAAAAAAAAAAAAAA", "quo_00000000000000000000000000"])(
    "of the unknown token %s does not exist",
    async (token) => {
      expect((await app.run(page, { token }, nobody)).code).toBe("QUOTATION_NOT_FOUND");
      expect((await ask(app, "acceptQuotationByLink", { token }, nobody)).code).toBe("QUOTATION_NOT_FOUND");
    },
  );

  test("the portal token is stored in no row, and the answer is in the audit log", async () => {
    const { token, quotationId } = await newSent();
    const call = { ...nobody, requestId: newId("req") };
    await act(app, "declineQuotationByLink", { token, note: "Too dear." }, call);
    const rows = await app.database.query("SELECT q::text AS row FROM gateway.quotations q WHERE id = $1", [
      quotationId,
    ]);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(rows)).toContain("Too dear.");
    const audit = await app.database.query(
      "SELECT action, outcome FROM gateway.audit_log WHERE request_id = $1",
      [call.requestId],
    );
    expect(audit).toEqual([{ action: "declineQuotationByLink", outcome: "ok" }]);
  });
});

describe("its mail", () => {
  const run = (payload: Record<string, unknown>, attempt: number) =>
    sendQuotationMailJob.handler(payload as never, {
      id: "job",
      attempt,
      signal: new AbortController().signal,
      log: silentLog,
      context: { ownData: [], contextIn: (_name, ownerId = null) => app.contextFor(ownerId) },
    });

  test("a rejected mail leaves the quotation sent with a failed delivery, without a retry", async () => {
    const { caller, quotationId } = await newSent();
    const [payload] = (await app.jobsOf("send-quotation-mail")).filter(
      (job) => job["quotationId"] === quotationId,
    );
    expect(payload).toMatchObject({ ownerId: caller.ownerId, mailId: expect.stringMatching(/^mail_/) });
    await run(payload!, 1);
    expect(await read(quotationId, caller)).toMatchObject({ status: "sent", delivery: "failed" });
    await run(payload!, 2);
  });

  test("a queued mail of an account that was suspended is not sent, and its delivery failed", async () => {
    const { caller, quotationId } = await newSent();
    const ownerId = caller.ownerId!;
    await suspendAccount(app, ownerId);
    const send = vi.fn<() => Promise<"accepted">>(async () => "accepted");
    const contextIn = () => {
      const ctx = app.contextFor(ownerId);
      return copyContext(ctx, { ports: { ...ctx.ports, mail: { send } } });
    };
    const job = { id: "job", attempt: 1, signal: new AbortController().signal, log: silentLog };
    const payload = { quotationId, ownerId, mailId: "mail_x" };
    await sendQuotationMailJob.handler(payload, { ...job, context: { ownData: [], contextIn } });
    expect(send).not.toHaveBeenCalled();
    expect(await read(quotationId, caller)).toMatchObject({ status: "sent", delivery: "failed" });
  });
});

describe("lists", () => {
  const page = /* GraphQL */ `
    query ($limit: Int, $after: String, $status: QuotationStatus) {
      quotations(limit: $limit, after: $after, status: $status) {
        total
        nextCursor
        quotations {
          id
          status
        }
      }
    }
  `;

  test("quotation pages list every quotation once, newest first", async () => {
    const caller = newCaller();
    const ids: string[] = [];
    for (let index = 0; index < 5; index++)
      ids.push((await act(app, "createExternalQuotation", externalInvoice(), caller)).quotationId);
    const seen: string[] = [];
    for (let after: string | null = null, pages = 0; pages < 3; pages++) {
      const { data } = await app.run(page, { limit: 2, after }, caller);
      seen.push(...data.quotations.quotations.map(({ id }: { id: string }) => id));
      expect(data.quotations.total).toBe(5);
      after = data.quotations.nextCursor;
    }
    expect(seen).toEqual(ids.toReversed());
  });

  test("quotation lists reject a cursor of another list", async () => {
    const caller = newCaller();
    for (let index = 0; index < 2; index++)
      await act(app, "createExternalQuotation", externalInvoice(), caller);
    const first = await app.run(page, { limit: 1 }, caller);
    const after = first.data.quotations.nextCursor;
    expect((await app.run(page, { after, status: "draft" }, caller)).code).toBe("INVALID_CURSOR");
    const query = "query ($after: String) { invoices(after: $after) { total } }";
    expect((await app.run(query, { after }, caller)).code).toBe("INVALID_CURSOR");
  });

  test("quotations change from sent to expired after their last day", async () => {
    const { caller, quotationId } = await newSent();
    const late = { ...caller, at: new Date("2026-07-02T00:00:00.000Z") };
    const idsOf = async (status: string, who: Caller) =>
      (await app.run(page, { status }, who)).data.quotations.quotations.map(({ id }: { id: string }) => id);
    expect([await idsOf("sent", caller), await idsOf("expired", caller)]).toEqual([[quotationId], []]);
    expect([await idsOf("sent", late), await idsOf("expired", late)]).toEqual([[], [quotationId]]);
  });
});

test("every operation on another account's quotation returns not found", async () => {
  const { quotationId } = await newSent();
  const stranger = newCaller();
  expect(await read(quotationId, stranger)).toBeUndefined();
  for (const name of [
    "sendQuotation",
    "acceptQuotation",
    "declineQuotation",
    "updateQuotation",
    "deleteDraftQuotation",
    "convertQuotationToInvoice",
  ] as const) {
    expect((await ask(app, name, { quotationId }, stranger)).code, name).toBe("QUOTATION_NOT_FOUND");
  }
});

test("resolving a quotation by its entity key needs the scope and the same account", async () => {
  const { caller, quotationId } = await newDraft();
  const query =
    "query ($refs: [_Any!]!) { _entities(representations: $refs) { ... on Quotation { id number } } }";
  const refs = [{ __typename: "Quotation", id: quotationId }];
  const asked = async (who: Caller) => (await app.run(query, { refs }, who)).data?._entities;
  expect(await asked(caller)).toEqual([{ id: quotationId, number: "QUO-2026-000001" }]);
  expect(await asked(newCaller())).toEqual([null]);
  const unscoped: Caller = { ...caller, principal: { kind: "apiKey", scopes: ["read:invoices"] } };
  expect(await asked(unscoped)).toEqual([null]);
});
