import type { FastifyInstance } from "fastify";
import type { OpenDataWorld } from "./world.ts";

type Query = Readonly<Record<string, string | undefined>>;

const entity = "DisasterDeclarationsSummaries";
const defaultTop = 1_000;
const mostTop = 10_000;

/** OpenFEMA's stand-in: it creates one declaration for each of the first counties of the risk index. */
export function openFemaRoutes(app: FastifyInstance, world: OpenDataWorld): void {
  app.get<{ Params: { entity: string }; Querystring: Query }>(
    "/openfema/api/open/v2/:entity",
    async ({ params, query, url }, reply) => {
      if (params.entity !== entity)
        return reply.code(404).type("text/html").send("<!DOCTYPE html><html><body>Not found</body></html>");
      const since = /^lastRefresh (ge|gt) '([^']+)'$/.exec(query["$filter"] ?? "");
      const [top, skip] = [Number(query["$top"] ?? defaultTop), Number(query["$skip"] ?? 0)];
      const isBad =
        (query["$filter"] !== undefined && !since) || !(top >= 1 && top <= mostTop) || !(skip >= 0);
      if (isBad) {
        const error = [
          { name: "OData Query Parser Error", code: "OF_OQP_002", message: "The query is not valid." },
        ];
        return reply.code(400).send({ error });
      }
      const found = (await declarations(world)).filter(({ lastRefresh }) =>
        since ? (since[1] === "ge" ? lastRefresh >= since[2]! : lastRefresh > since[2]!) : true,
      );
      if (query["$orderby"]?.endsWith(" desc")) found.reverse();
      const count = query["$inlinecount"] === "allpages" ? found.length : 0;
      const metadata = {
        skip,
        top,
        count,
        filter: query["$filter"] ?? "",
        entityname: entity,
        version: "v2",
        url,
      };
      return { metadata, [entity]: found.slice(skip, skip + top) };
    },
  );
}

async function declarations(world: OpenDataWorld) {
  const counties = (await world.table("fema_nri_counties.csv"))?.rows.slice(0, 50) ?? [];
  const made = counties.map(({ cells, updatedAt }, index) => ({
    id: `00000000-0000-4000-8000-${String(index + 1).padStart(12, "0")}`,
    disasterNumber: 9_000 + index,
    state: cells["STATEABBRV"] ?? null,
    declarationDate: `${2015 + (index % 9)}-0${1 + (index % 9)}-15T00:00:00.000Z`,
    fipsStateCode: cells["STCOFIPS"]?.slice(0, 2) ?? null,
    fipsCountyCode: cells["STCOFIPS"]?.slice(2) ?? null,
    incidentType: ["Flood", "Severe Storm", "Fire"][index % 3]!,
    declarationTitle: `SAMPLE ${["FLOOD", "STORM", "FIRE"][index % 3]!}`,
    lastRefresh: updatedAt.toISOString(),
  }));
  const keyOf = ({ lastRefresh, id }: (typeof made)[number]) => `${lastRefresh} ${id}`;
  return made.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
