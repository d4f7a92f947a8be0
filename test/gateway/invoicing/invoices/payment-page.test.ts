import { afterAll, beforeAll, expect, test } from "vitest";
import { publicUrl, type GatewayApp } from "../../support/gateway-app.ts";
import { openSharedGateway } from "../../support/shared-gateway.ts";
import { createInvoice } from "../../support/invoices.ts";

let app: GatewayApp;
beforeAll(async () => {
  app = await openSharedGateway();
});
afterAll(() => app?.close());

const nobody = { ownerId: null };

async function pageOf(paymentLink: string, at?: Date) {
  const query = /* GraphQL */ `
    query ($token: String!) {
      invoicePaymentPage(token: $token) {
        number
        clientName
        currency
        total
        amountDue
        status
        isOpen
        message
      }
    }
  `;
  const token = paymentLink.replace(`${publicUrl}/pay/`, "");
  return app.run(query, { token }, { ...nobody, at });
}

test("the payment page of a draft is public but not open yet", async () => {
  const { paymentLink } = await createInvoice(app, {}, { customerName: "Ana Alva" });
  expect((await pageOf(paymentLink)).data.invoicePaymentPage).toEqual({
    number: null,
    clientName: "Ana Alva",
    currency: "USD",
    total: 10,
    amountDue: 10,
    status: "draft",
    isOpen: false,
    message: "This invoice is not open yet.",
  });
});

test.each([
  ["sent", 10, "2026-05-10T12:00:00Z", true],
  ["overdue", 10, "2026-05-11T12:00:00Z", true],
  ["paid", 0, "2026-05-11T12:00:00Z", false],
])("a page of a %s invoice", async (status, amount, now, isOpen) => {
  const over = { sendEmail: true, dueDate: "2026-05-10", items: [{ description: "Work", amount }] };
  const { paymentLink, number } = await createInvoice(app, {}, over);
  const { data } = await pageOf(paymentLink, new Date(now));
  expect(data.invoicePaymentPage).toMatchObject({ number, status, isOpen, amountDue: amount });
});

test("a cancelled invoice's page says that nothing is due", async () => {
  const { id, paymentLink } = await createInvoice(app);
  await app.database.query("UPDATE gateway.invoices SET status = 'cancelled' WHERE id = $1", [id]);
  expect((await pageOf(paymentLink)).data.invoicePaymentPage).toMatchObject({
    status: "cancelled",
    isOpen: false,
    amountDue: 0,
  });
});

test("the token of a payment link is not stored", async () => {
  const { id, paymentLink } = await createInvoice(app);
  const token = paymentLink.replace(`${publicUrl}/pay/`, "");
  expect(token).toMatch(/^[\w-]{22}$/);
  const [row] = await app.database.query("SELECT * FROM gateway.invoices WHERE id = $1", [id]);
  expect(JSON.stringify(row)).not.toContain(token);
});

test("an unknown token is 404, and so is an invoice's id", async () => {
  const { id } = await createInvoice(app);
  for (const token of [id, "AAAAAAAAAAAAAAAAAAAAAA"]) {
    expect((await pageOf(token)).error?.extensions).toMatchObject({
      code: "INVOICE_NOT_FOUND",
      http: { status: 404 },
    });
  }
});
