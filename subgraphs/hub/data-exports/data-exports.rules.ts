import { alsoWhileClosing, withRight } from "../../../src/access/account-rights.ts";
import { and, isUser, type RuleMap } from "../../../src/access/rules.ts";

/** All data of an account is for those who administer it, in person. */
const administers = and(isUser, withRight("administer"));
const exports = and(administers, alsoWhileClosing);

export const dataExportsRules: RuleMap = {
  Query: { dataExports: administers, dataExport: administers },
  Mutation: { exportMyData: exports, cancelDataExport: exports },
};
