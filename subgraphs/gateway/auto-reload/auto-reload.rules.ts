import { and, hasScope, isCaller, movesMoney, type RuleMap } from "../../../src/access/rules.ts";

const readsReloads = and(isCaller, hasScope("read:credits"));

export const autoReloadRules: RuleMap = {
  Query: { autoReload: readsReloads, autoReloadHistory: readsReloads },
  Mutation: { setAutoReload: and(isCaller, hasScope("write:credits"), movesMoney) },
};
