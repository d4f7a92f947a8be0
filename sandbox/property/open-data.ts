import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { DomainError, validationError } from "../../src/errors.ts";
import type { StandIn } from "../stand-in.ts";
import { zodFaults } from "../zod-faults.ts";
import { arcgisRoutes } from "./arcgis.ts";
import { portfolioManagerRoutes } from "./espm.ts";
import { spoilAnswer } from "./faulty-answers.ts";
import { geocoderRoutes } from "./geocoder.ts";
import { openFemaRoutes } from "./openfema.ts";
import { socrataRoutes } from "./socrata.ts";
import { toCsv, type PublishedTables } from "./tables.ts";
import { OpenDataWorld } from "./world.ts";

export interface OpenDataOptions {
  /** The published tables; loaded once, on the first request. */
  tables(): Promise<PublishedTables>;
}

const cells = z.record(z.string().min(1).max(100), z.string().max(1_000));
const changeSchema = z.strictObject({
  file: z.string(),
  /** Rows with these cells are changed by `set`, or removed; without it a row is added. */
  where: cells.optional(),
  set: cells.optional(),
  remove: z.boolean().optional(),
});

/**
 * The stand-ins of building data publishers, all from the same tables: open-data portals, a feature layer, a
 * data set of declarations, a geocoder, shared properties, and the plain files with their checksums. Invented
 * data is marked in a header.
 */
export function createOpenDataStandIn({ tables }: OpenDataOptions): StandIn {
  return {
    name: "opendata",
    register(app, { clock }) {
      const world = new OpenDataWorld(tables, clock);
      app.addHook("onSend", async (request, reply, payload) => {
        if (await world.isSynthetic()) reply.header("x-sandbox-synthetic", "true");
        return spoilAnswer(request, reply, payload);
      });
      for (const routes of [
        socrataRoutes,
        arcgisRoutes,
        openFemaRoutes,
        geocoderRoutes,
        portfolioManagerRoutes,
      ])
        routes(app, world);
      fileRoutes(app, world);
      controlRoutes(app, world);
    },
  };
}

/** The files themselves, as a publisher's web server offers them. */
function fileRoutes(app: FastifyInstance, world: OpenDataWorld): void {
  app.get<{ Params: { file: string } }>("/:file", async ({ params, headers }, reply) => {
    if (params.file === "SHA256SUMS") {
      const lines: string[] = [];
      for (const name of await world.fileNames())
        lines.push(`${sha256(toCsv((await world.table(name))!))}  ${name}`);
      return reply.type("text/plain").send(`${lines.join("\n")}\n`);
    }
    const table = await world.table(params.file);
    if (!table) throw new DomainError("NOT_FOUND", "There is no such file.");
    const text = toCsv(table);
    const etag = `"${sha256(text).slice(0, 32)}"`;
    reply.headers({ etag, "last-modified": table.changedAt.toUTCString() });
    if (headers["if-none-match"] === etag) return reply.code(304).send();
    return reply.type("text/csv; charset=utf-8").send(text);
  });
}

/** The stand-in's controls: the publishers' changes from one day to the next. */
function controlRoutes(app: FastifyInstance, world: OpenDataWorld): void {
  const config = { isControl: true };
  app.post("/rows", { config }, async (request) => {
    const parsed = changeSchema.safeParse(request.body);
    if (!parsed.success) throw validationError(zodFaults(parsed.error));
    const { file, where, set, remove } = parsed.data;
    const table = await world.table(file);
    if (!table) throw new DomainError("NOT_FOUND", "There is no such file.");
    if (where === undefined) {
      table.add(set ?? {}, world.now());
      return { changed: 1 };
    }
    return {
      changed: remove ? table.remove(where, world.now()) : table.change(where, set ?? {}, world.now()),
    };
  });
  app.post("/reset", { config }, async () => {
    world.reset();
    return { reset: true };
  });
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
