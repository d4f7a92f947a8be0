/** Default app of invoices and quotations when the request names none. */
export const invoicingApp = "invoicer";
