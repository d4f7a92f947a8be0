import { expect } from "vitest";
import type { Caller, GatewayApp, GraphAnswer } from "./gateway-app.ts";

/** The input type and response fields of each mutation. */
const mutations = {
  createExternalInvoice: [
    "CreateExternalInvoiceInput",
    `invoiceId invoiceNumber customerName customerEmail customerAddress
     items { description quantity unitPrice total } subtotal tax taxRate total currency status dueDate createdAt updatedAt`,
  ],
  createExternalQuotation: [
    "CreateExternalQuotationInput",
    `quotationId quotationNumber customerName customerEmail items { description quantity unitPrice total }
     total currency status validUntil createdAt`,
  ],
  createInvoice: ["CreateInvoiceInput", "id status"],
  sendInvoice: ["SendInvoiceInput", "id status number delivery issueDate version"],
  markInvoiceSent: ["MarkInvoiceSentInput", "id status number delivery issueDate sentAt"],
  markInvoicePaid: ["MarkInvoicePaidInput", "id status amountPaid amountDue paidAt"],
  cancelInvoice: ["CancelInvoiceInput", "id status number amountDue cancelReason cancelledAt delivery"],
  updateInvoice: [
    "UpdateInvoiceInput",
    `id status version dueDate notes discount subtotal taxTotal total client { name email address }
     lines { id description quantity unitPrice total taxRates }`,
  ],
  deleteDraftInvoice: ["InvoiceIdInput", "id deleted"],
  updateInvoiceSettings: ["UpdateInvoiceSettingsInput", "timezone"],
  createQuotation: ["CreateQuotationInput", "id number status portalLink total client { id name email }"],
  sendQuotation: ["SendQuotationInput", "id status validUntil delivery sentAt"],
  acceptQuotation: ["AcceptQuotationInput", "id status acceptedBy acceptedAt"],
  declineQuotation: ["DeclineQuotationInput", "id status declineReason declinedAt"],
  updateQuotation: ["UpdateQuotationInput", "id status total notes validUntil version client { name }"],
  deleteDraftQuotation: ["QuotationIdInput", "id deleted"],
  convertQuotationToInvoice: [
    "ConvertQuotationInput",
    "id number plannedIssueDate status quotationId total client { name email } lines { description quantity unitPrice total }",
  ],
  acceptQuotationByLink: ["QuotationPortalInput", "status isOpen"],
  declineQuotationByLink: ["QuotationPortalInput", "status isOpen"],
} as const;
export type MutationName = keyof typeof mutations;

/** Asks for a mutation of invoices or quotations. */
export function ask(
  app: GatewayApp,
  name: MutationName,
  input: Record<string, unknown>,
  caller: Caller,
): Promise<GraphAnswer> {
  const [type, fields] = mutations[name];
  return app.run(`mutation ($input: ${type}!) { ${name}(input: $input) { ${fields} } }`, { input }, caller);
}

/** As `ask`, and must succeed: what the mutation answered. */
export async function act(
  app: GatewayApp,
  name: MutationName,
  input: Record<string, unknown>,
  caller: Caller,
) {
  const { data, error } = await ask(app, name, input, caller);
  expect(error, `${name}: ${JSON.stringify(error)}`).toBeUndefined();
  return data[name];
}

/** An external invoice that is accepted: two hours at 10.00. */
export const externalInvoice = (over: Record<string, unknown> = {}) => ({
  customerName: "Ana Ltd",
  customerEmail: "ana@client.example",
  items: [{ description: "Hours", quantity: 2, unitPrice: 10 }],
  ...over,
});

/** Events of an object, oldest first. */
export function eventsOf(
  app: GatewayApp,
  objectId: string,
): Promise<{ type: string; payload: { object: Record<string, unknown>; previous: unknown } }[]> {
  const sql = "SELECT type, payload FROM gateway.outbox_events WHERE object_id = $1 ORDER BY sequence";
  return app.database.query(sql, [objectId]);
}
