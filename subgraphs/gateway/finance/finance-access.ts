import { inApp } from "../base/app-access.ts";

const inFinance = inApp("finance");

/** Who may look at an account's finances, and who may change them. */
export const readsFinance = inFinance("read:finance");
export const writesFinance = inFinance("write:finance");
