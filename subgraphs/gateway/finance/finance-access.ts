import { inApp } from "../base/app-access.ts";

const inFinance = inApp("finance");

/** Access rules for reading and changing an account's finances. */
export const readsFinance = inFinance("read:finance");
export const writesFinance = inFinance("write:finance");
