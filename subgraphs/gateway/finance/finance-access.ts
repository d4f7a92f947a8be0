import { and, hasScope, isCaller, onApp } from "../../../src/access/rules.ts";

/** Who may look at an account's finances, and who may change them. */
export const readsFinance = and(isCaller, hasScope("read:finance"), onApp("finance"));
export const writesFinance = and(isCaller, hasScope("write:finance"), onApp("finance"));
