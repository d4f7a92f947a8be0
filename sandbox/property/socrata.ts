import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";
import { parseOrder, parseWhere, requireField, SoqlError, type FieldReader } from "./soql.ts";
import type { LiveRow, LiveTable } from "./tables.ts";
import type { OpenDataWorld } from "./world.ts";

type Query = Readonly<Record<string, string | undefined>>;

/** The datasets of each portal: the source file of each. */
const datasets: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  seattle: { "h7rm-fz6m": "seattle_benchmarking_2015.csv", "2bpz-gwpy": "seattle_benchmarking_2016.csv" },
  chicago: { "xq83-jr8c": "chicago_benchmarking_2018_2023.csv" },
  nyc: { "355w-xvp2": "nyc_ll33_grades_2020.csv" },
};
const systemFields = [":id", ":created_at", ":updated_at"];
const defaultLimit = 1_000;
const mostLimit = 50_000;

/** The portals' stand-in, in the protocol SODA 2.1. */
export function socrataRoutes(app: FastifyInstance, world: OpenDataWorld): void {
  for (const [portal, offered] of Object.entries(datasets)) {
    app.get<{ Params: { file: string }; Querystring: Query }>(
      `/${portal}/resource/:file`,
      async (request, reply) => {
        const dataset = /^([a-z0-9]{4}-[a-z0-9]{4})\.json$/.exec(request.params.file)?.[1];
        const table = await world.table(offered[dataset ?? ""] ?? "");
        if (!table)
          return refuse(
            reply,
            404,
            "dataset.missing",
            `Cannot find dataset ${dataset ?? request.params.file}`,
          );
        try {
          return await answer(reply, table, request.query, request.headers["if-none-match"]);
        } catch (error) {
          if (error instanceof SoqlError) return refuse(reply, 400, error.code, error.message);
          throw error;
        }
      },
    );
  }
}

function refuse(reply: FastifyReply, status: number, code: string, message: string): FastifyReply {
  return reply.code(status).send({ code, error: true, message, data: {} });
}

async function answer(
  reply: FastifyReply,
  table: LiveTable,
  query: Query,
  known: string | undefined,
): Promise<FastifyReply> {
  const columnOf = new Map(table.columns.map((column) => [fieldNameOf(column), column]));
  const fields = new Set([...systemFields, ...columnOf.keys()]);
  const found = select(table, query, { columnOf, fields });
  // The portal writes one row a line.
  const body = `[${found.map((row) => JSON.stringify(row)).join("\n,")}]\n`;
  const etag = `"${createHash("sha256").update(body).digest("hex").slice(0, 32)}"`;
  const names = [...columnOf.keys()];
  reply.headers({
    etag,
    "last-modified": table.changedAt.toUTCString(),
    "x-soda2-fields": JSON.stringify(names),
    "x-soda2-types": JSON.stringify(names.map(() => "text")),
    "x-soda2-truth-last-modified": table.changedAt.toUTCString(),
    "x-soda2-data-out-of-date": "false",
    "access-control-allow-origin": "*",
  });
  if (known === etag) return reply.code(304).send();
  return reply.type("application/json; charset=utf-8").send(body);
}

interface Names {
  columnOf: ReadonlyMap<string, string>;
  fields: ReadonlySet<string>;
}

function select(table: LiveTable, query: Query, names: Names): Record<string, string>[] {
  const { columnOf, fields } = names;
  const readerOf =
    (row: LiveRow): FieldReader =>
    (field) => {
      if (field === ":id") return row.id;
      if (field === ":created_at") return row.createdAt.toISOString();
      if (field === ":updated_at") return row.updatedAt.toISOString();
      return row.cells[columnOf.get(field) ?? ""];
    };
  const where = query["$where"] === undefined ? () => true : parseWhere(query["$where"], fields);
  const found = table.rows.map((row) => ({ row, read: readerOf(row) })).filter(({ read }) => where(read));
  const counted = /^count\(\*\)(?:\s+as\s+(\w+))?$/i.exec(query["$select"] ?? "");
  if (counted) return [{ [counted[1] ?? "count"]: String(found.length) }];
  // Without an order the portal promises none: the newest first shows who relies on one.
  const order = query["$order"] === undefined ? null : parseOrder(query["$order"], fields);
  if (order === null) found.reverse();
  else found.sort((a, b) => order(a.read, b.read));
  const offset = wholeNumber(query["$offset"], 0);
  const limit = Math.min(mostLimit, wholeNumber(query["$limit"], defaultLimit));
  const shown = selectedFields(query["$select"] ?? "*", names);
  return found.slice(offset, offset + limit).map(({ read }) =>
    Object.fromEntries(
      shown.flatMap((field) => {
        const value = read(field);
        return value === undefined ? [] : [[field, value] as const];
      }),
    ),
  );
}

function selectedFields(text: string, { columnOf, fields }: Names): string[] {
  return text.split(",").flatMap((part) => {
    const field = part.trim();
    if (field === "*") return [...columnOf.keys()];
    if (field === ":*") return systemFields;
    requireField(field, fields);
    return [field];
  });
}

function wholeNumber(text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  if (!/^\d{1,9}$/.test(text)) throw new SoqlError("query.compiler.malformed", "Expected a number");
  return Number(text);
}

/** The portal's name of a column. */
function fieldNameOf(column: string): string {
  const name = column
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");
  return /^\d/.test(name) ? `_${name}` : name;
}
