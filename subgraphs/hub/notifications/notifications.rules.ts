import { withRight } from "../../../src/access/account-rights.ts";
import { and, isUser, type RuleMap } from "../../../src/access/rules.ts";

const administers = and(isUser, withRight("administer"));

export const notificationsRules: RuleMap = {
  Query: { notificationPreferences: administers },
  Mutation: { updateNotificationPreferences: administers },
};
