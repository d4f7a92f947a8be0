import { inApp } from "../base/app-access.ts";

/** Who may do something in the invoicing app. */
export const inInvoicer = inApp("invoicer");
