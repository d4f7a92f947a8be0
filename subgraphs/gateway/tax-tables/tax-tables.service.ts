import type { GatewayContext } from "../base/gateway.context.ts";
import type { TaxTableFacts } from "../base/tax-table.ts";
import type { TaxTableList } from "./tax-tables.types.ts";

/** The tables of an app, or of all apps. They are part of the release: nothing changes them while it runs. */
export function listTaxTables({ ports }: GatewayContext, appId: string | null): TaxTableList {
  const tables = ports.taxTables.filter((table) => appId === null || table.appId === appId).toSorted(byPlace);
  return { tables, total: tables.length };
}

function byPlace(one: TaxTableFacts, two: TaxTableFacts): number {
  const textOf = ({ appId, jurisdiction, effectiveFrom, id }: TaxTableFacts) =>
    [appId, jurisdiction, effectiveFrom, id].join(" ");
  return textOf(one) < textOf(two) ? -1 : 1;
}
