import type { FastifyInstance } from "fastify";
import type { OpenDataWorld } from "./world.ts";

type Query = Readonly<Record<string, string | undefined>>;

const layer = "/arcgis/FeatureServer/0";
const file = "fema_nri_counties.csv";
const mostRows = 2_000;

/** The feature layer's stand-in. Its errors come with status 200, as the real ones do. */
export function arcgisRoutes(app: FastifyInstance, world: OpenDataWorld): void {
  const refuse = (code: number, message: string) => ({ error: { code, message, details: [] } });
  const fieldsOf = (columns: readonly string[]) =>
    columns.map((name) => ({ name, type: "esriFieldTypeString", alias: name }));

  app.get<{ Querystring: Query }>(layer, async () => {
    const table = await world.table(file);
    if (!table) return refuse(404, "Service not found");
    return {
      id: 0,
      name: "National Risk Index Counties",
      maxRecordCount: mostRows,
      fields: fieldsOf(table.columns),
      editingInfo: { lastEditDate: table.changedAt.getTime() },
    };
  });

  app.get<{ Querystring: Query }>(`${layer}/query`, async ({ query }) => {
    const table = await world.table(file);
    if (!table) return refuse(404, "Service not found");
    if (query["where"] !== "1=1" || query["f"] !== "json") return refuse(400, "Unable to perform query");
    const [offset, count] = [query["resultOffset"] ?? "0", query["resultRecordCount"] ?? String(mostRows)];
    if (!/^\d+$/.test(offset) || !/^\d+$/.test(count)) return refuse(400, "Invalid query parameters.");
    const order = query["orderByFields"];
    if (order !== undefined && !table.columns.includes(order))
      return refuse(400, "Invalid field in orderByFields");
    const rows = [...table.rows];
    if (order !== undefined) rows.sort((a, b) => ((a.cells[order] ?? "") < (b.cells[order] ?? "") ? -1 : 1));
    const end = Number(offset) + Math.min(mostRows, Number(count));
    const features = rows.slice(Number(offset), end).map(({ cells }) => ({
      attributes: Object.fromEntries(table.columns.map((column) => [column, valueOf(column, cells[column])])),
    }));
    return {
      fields: fieldsOf(table.columns),
      features,
      ...(end < rows.length ? { exceededTransferLimit: true } : {}),
    };
  });
}

/** Numbers are JSON numbers here, except codes. */
function valueOf(column: string, text: string | undefined): string | number | null {
  if (text === undefined) return null;
  return column !== "STCOFIPS" && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
