/** The app that invoices and quotations belong to when a call names none. */
export const invoicingApp = "invoicer";
