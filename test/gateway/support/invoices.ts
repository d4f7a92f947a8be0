import { expect } from "vitest";
import type { Caller, GatewayApp, GraphAnswer } from "./gateway-app.ts";

const wholeInvoice = /* GraphQL */ `
  mutation ($input: CreateInvoiceInput!) {
    createInvoice(input: $input) {
      id
      appId
      number
      status
      delivery
      client {
        id
        name
        email
      }
      lines {
        id
        description
        quantity
        unitPrice
        total
        taxRates
      }
      currency
      discount
      subtotal
      taxLines {
        rate
        base
        tax
      }
      taxTotal
      total
      amountPaid
      amountDue
      issueDate
      dueDate
      notes
      paymentLink
      sentAt
      paidAt
      version
      createdAt
      updatedAt
    }
  }
`;

/** Requests an invoice of 10 USD to one client by default. */
export function tryCreateInvoice(
  app: GatewayApp,
  caller: Caller = {},
  over: Record<string, unknown> = {},
): Promise<GraphAnswer> {
  const input = { client: "ana@client.example", items: [{ description: "Work", amount: 10 }], ...over };
  return app.run(wholeInvoice, { input }, caller);
}

/** As `tryCreateInvoice`, and must succeed: the whole invoice. */
export async function createInvoice(
  app: GatewayApp,
  caller: Caller = {},
  over: Record<string, unknown> = {},
) {
  const { data, error } = await tryCreateInvoice(app, caller, over);
  expect(error).toBeUndefined();
  return data.createInvoice;
}
