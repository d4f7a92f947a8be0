/** Tool groups of the app `invoicer` with their titles, in the order in which they are listed. */
export const invoicingGroups = {
  clients: "Clients",
  "client-contacts": "Client contacts",
  "client-portal": "Pages of clients",
  "catalogue-items": "Catalogue items",
  "tax-rates": "Tax rates",
  "seller-profile": "Seller profile",
  invoices: "Invoices",
  "statement-files": "Statements and receipts as files",
  "invoice-files": "Files sent with invoices",
  "invoice-lines": "Invoice lines and discounts",
  "invoice-records": "Invoice search, history and delivery",
  payments: "Payments",
  "online-payments": "Online payments and payouts",
  "saved-methods": "Saved payment methods and automatic charges",
  "credit-notes": "Credit notes",
  quotations: "Quotations",
  "recurring-invoices": "Recurring invoices",
  "payment-reminders": "Payment reminders",
  "receipts-and-expenses": "Receipts and expenses",
  expenses: "Changes and billing of expenses",
  "reports-and-settings": "Reports and settings",
  "external-documents": "External invoices and quotations",
} as const;

export type InvoicingGroup = keyof typeof invoicingGroups;
