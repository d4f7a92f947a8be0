import {
  and,
  hasScope,
  isAuthenticated,
  isInternal,
  movesMoney,
  type RuleMap,
} from "../../../src/access/rules.ts";

const readsReloads = and(isAuthenticated, hasScope("read:credits"));

export const autoReloadRules: RuleMap = {
  Query: { autoReload: readsReloads, autoReloadHistory: readsReloads, autoReloadIsOn: isInternal },
  Mutation: { setAutoReload: and(isAuthenticated, hasScope("write:credits"), movesMoney) },
};
