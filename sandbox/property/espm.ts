import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { XMLBuilder } from "fast-xml-parser";
import type { LiveRow } from "./tables.ts";
import type { OpenDataWorld } from "./world.ts";

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  suppressEmptyNode: true,
  suppressBooleanAttributes: false,
});
const accountId = "1001";
const sharedCount = 12;

/** Portfolio Manager's stand-in: the first of Chicago's buildings are shared with every account. */
export function portfolioManagerRoutes(app: FastifyInstance, world: OpenDataWorld): void {
  const guarded = {
    preHandler: async ({ headers }: FastifyRequest, reply: FastifyReply) =>
      /^Basic [A-Za-z0-9+/]+=*$/.test(headers.authorization ?? "")
        ? undefined
        : refuse(reply, 401, "-100", "Unauthorized"),
  };
  const shared = async () => (await world.newestOfChicago()).slice(0, sharedCount);
  const find = async (id: string) => (await shared()).find(({ cells }) => cells["ID"] === id);
  type ById = { Params: { id: string } };

  app.get("/espm/account", guarded, async (_request, reply) =>
    send(reply, { account: { id: accountId, username: "sandbox" } }),
  );
  app.get<ById>("/espm/account/:id/property/list", guarded, async ({ params }, reply) => {
    if (params.id !== accountId) return refuse(reply, 403, "-200", "You do not have access to this account");
    const link = (await shared()).map(({ cells }) => ({
      "@id": cells["ID"],
      "@hint": cells["Property Name"] ?? "",
      "@httpMethod": "GET",
      "@link": `/property/${cells["ID"]}`,
    }));
    return send(reply, { response: { "@status": "Ok", links: { link } } });
  });
  app.get<ById>("/espm/property/:id", guarded, async ({ params }, reply) => {
    const row = await find(params.id);
    return row
      ? send(reply, { property: propertyOf(row) })
      : refuse(reply, 404, "-300", "Property not found");
  });
  app.get<ById & { Querystring: { year?: string; month?: string } }>(
    "/espm/property/:id/metrics",
    guarded,
    async ({ params, query, headers }, reply) => {
      const row = await find(params.id);
      if (!row) return refuse(reply, 404, "-300", "Property not found");
      const names = String(headers["pm-metrics"] ?? "").split(",");
      if (names.length > 10) return refuse(reply, 400, "-400", "At most 10 metrics can be requested");
      const { year = "", month = "" } = query;
      return send(reply, {
        propertyMetrics: {
          "@propertyId": params.id,
          "@year": year,
          "@month": month,
          "@measurementSystem": "EPA",
          metric: names.map((name) => metricOf(row, name)),
        },
      });
    },
  );
}

function propertyOf({ cells }: LiveRow) {
  return {
    name: cells["Property Name"] ?? "",
    primaryFunction: cells["Primary Property Type"] ?? "Other",
    address: {
      "@address1": cells["Address"] ?? "",
      "@city": "Chicago",
      "@state": "IL",
      "@postalCode": cells["ZIP Code"] ?? "",
      "@country": "US",
    },
    yearBuilt: cells["Year Built"] ?? "",
    grossFloorArea: { "@units": "Square Feet", value: cells["Gross Floor Area - Buildings (sq ft)"] ?? "" },
  };
}

const metricColumns: Readonly<Record<string, [column: string, unit: string]>> = {
  score: ["ENERGY STAR Score", ""],
  siteIntensity: ["Site EUI (kBtu/sq ft)", "kBtu/ft²"],
  sourceIntensity: ["Source EUI (kBtu/sq ft)", "kBtu/ft²"],
  sourceIntensityWN: ["Weather Normalized Source EUI (kBtu/sq ft)", "kBtu/ft²"],
  totalGHGEmissions: ["Total GHG Emissions (Metric Tons CO2e)", "Metric Tons CO2e"],
};

/** Metrics that the service cannot compute are nil. */
function metricOf({ cells }: LiveRow, name: string) {
  const [column, unit] = metricColumns[name] ?? ["", ""];
  const text = cells[column];
  const value =
    text === undefined
      ? { "@xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance", "@xsi:nil": "true" }
      : text.replaceAll(",", "");
  return { "@name": name, ...(unit === "" ? {} : { "@uom": unit }), "@dataType": "numeric", value };
}

function send(reply: FastifyReply, body: object): FastifyReply {
  const xml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${builder.build(body)}`;
  return reply.type("application/xml").send(xml);
}

function refuse(
  reply: FastifyReply,
  status: number,
  errorNumber: string,
  errorDescription: string,
): FastifyReply {
  const error = { "@errorNumber": errorNumber, "@errorDescription": errorDescription };
  return send(reply.code(status), { response: { "@status": "Error", errors: { error } } });
}
