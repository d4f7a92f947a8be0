import { inApp } from "../base/app-access.ts";

/** Access rule for operations of the invoicing app. */
export const inInvoicer = inApp("invoicer");
