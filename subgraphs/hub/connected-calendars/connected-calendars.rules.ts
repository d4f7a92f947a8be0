import { isInternal, type RuleMap } from "../../../src/access/rules.ts";

export const connectedCalendarsRules: RuleMap = { Mutation: { useConnectedCalendar: isInternal } };
