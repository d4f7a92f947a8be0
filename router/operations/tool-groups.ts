import { bookingGroups } from "./booking/groups.ts";
import { centralGroups } from "./central-groups.ts";
import { financeGroups } from "./finance/groups.ts";
import { hvutGroups } from "./hvut/groups.ts";
import { invoicingGroups } from "./invoicing/groups.ts";
import { payrollGroups } from "./payroll/groups.ts";
import { propertyGroups } from "./property/groups.ts";
import { voiceGroups } from "./voice/groups.ts";

/** Tool groups of every app, by app id: titles by group id, in the order in which the groups are listed. */
export const toolGroups: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map(
  Object.entries({
    central: centralGroups,
    invoicer: invoicingGroups,
    "event-manager": bookingGroups,
    payroll: payrollGroups,
    "ai-caller": voiceGroups,
    hvut: hvutGroups,
    finance: financeGroups,
    property: propertyGroups,
  }),
);

/** The title of a group of an app; null when the app has no such group. */
export function groupTitle(app: string, group: string): string | null {
  const groups = toolGroups.get(app) ?? {};
  return Object.hasOwn(groups, group) ? groups[group]! : null;
}

/** The place of a group among those of its app, from 0. */
export function groupPosition(app: string, group: string): number {
  return Object.keys(toolGroups.get(app) ?? {}).indexOf(group);
}
