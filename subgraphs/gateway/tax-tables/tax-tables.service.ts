import { inTransaction } from "../../../src/db/transaction.ts";
import type { GatewayContext } from "../base/gateway.context.ts";
import type { TaxTableFacts } from "../base/tax-table.ts";
import type { TaxTableList } from "./tax-tables.types.ts";

/** The tables of an app, or of all apps: those of the release, or what an operator imported in their place. */
export function listTaxTables(ctx: GatewayContext, appId: string | null): Promise<TaxTableList> {
  const { taxTables } = ctx.ports;
  return inTransaction(
    ctx,
    async (em) => {
      const all: TaxTableFacts[] = [];
      for (const read of taxTables) all.push(...(await read(em)));
      const tables = all.filter((table) => appId === null || table.appId === appId).toSorted(byPlace);
      return { tables, total: tables.length };
    },
    { readOnly: true },
  );
}

function byPlace(one: TaxTableFacts, two: TaxTableFacts): number {
  const textOf = ({ appId, jurisdiction, effectiveFrom, id }: TaxTableFacts) =>
    [appId, jurisdiction, effectiveFrom, id].join(" ");
  return textOf(one) < textOf(two) ? -1 : 1;
}
