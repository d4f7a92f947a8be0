import type { FastifyInstance } from "fastify";
import type { OpenDataWorld } from "./world.ts";

type Query = Readonly<Record<string, string | undefined>>;

const benchmark = {
  id: "4",
  benchmarkName: "Public_AR_Current",
  benchmarkDescription: "Current",
  isDefault: true,
};

/** The geocoder's stand-in: it knows the addresses of the buildings in the portals that have coordinates. */
export function geocoderRoutes(app: FastifyInstance, world: OpenDataWorld): void {
  app.get("/geocoder/geocoder/benchmarks", async () => ({ benchmarks: [benchmark] }));
  app.get<{ Querystring: Query }>("/geocoder/geocoder/locations/onelineaddress", async ({ query }, reply) => {
    const { address, benchmark: asked } = query;
    if (!address || !asked)
      return reply
        .code(400)
        .send({ errors: ["Parameter address and benchmark are required"], status: "400" });
    const street = (address.split(",")[0] ?? "").trim().toUpperCase();
    const places = await world.places();
    const addressMatches = places
      .filter((place) => place.street.toUpperCase() === street)
      .map(({ street: found, city, state, zip, latitude, longitude }) => ({
        tigerLine: { side: "L", tigerLineId: "76225813" },
        coordinates: { x: longitude, y: latitude },
        addressComponents: { zip, city: city.toUpperCase(), state, streetName: found.toUpperCase() },
        matchedAddress: `${found.toUpperCase()}, ${city.toUpperCase()}, ${state}, ${zip}`,
      }));
    return { result: { input: { address: { address }, benchmark }, addressMatches } };
  });
}
