import { withRight } from "../../../src/access/account-rights.ts";
import { and, isUser, onApp } from "../../../src/access/rules.ts";
import { inApp } from "../base/app-access.ts";

const inFinance = inApp("finance");

/** Access rules for reading and changing an account's finances. */
export const readsFinance = inFinance("read:finance");
export const writesFinance = inFinance("write:finance");

/** Access rule for connecting and leaving banks: people who may administer the account, no keys. */
export const connectsBanks = and(isUser, withRight("administer"), onApp("finance"));
