import type { FastifyReply, FastifyRequest } from "fastify";

type Json = Record<string, unknown>;

/**
 * Corrupts a publisher's response as the control plane requests: an error with status 200, half a body, or
 * renamed columns. The protocol follows from the path below the vendor.
 */
export function spoilAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  const kind = request.sandboxAnswer;
  if (kind === undefined || typeof payload !== "string") return payload;
  const protocol = request.url.split("/")[2]?.split("?")[0] ?? "";
  if (kind === "half") return payload.slice(0, Math.floor(payload.length / 2));
  reply.code(200);
  if (kind === "error") return errorOf(protocol);
  if (protocol === "espm")
    return payload.replaceAll('name="', 'name="renamed_').replaceAll("Floor", "Renamed");
  const fields = reply.getHeader("x-soda2-fields");
  if (typeof fields === "string")
    reply.header("x-soda2-fields", JSON.stringify((JSON.parse(fields) as string[]).map(renamed)));
  return payload.startsWith("[") || payload.startsWith("{")
    ? JSON.stringify(renameColumns(JSON.parse(payload)))
    : payload.replace(/^[^\n]*/, (header) => header.split(",").map(renamed).join(","));
}

function errorOf(protocol: string): string {
  if (protocol === "espm")
    return `<?xml version="1.0" encoding="UTF-8"?><response status="Error"><errors><error errorNumber="-1" errorDescription="Requested sandbox fault."/></errors></response>`;
  if (protocol === "openfema") return JSON.stringify({ error: [{ name: "Server Error", code: "OF_500" }] });
  if (protocol === "geocoder") return JSON.stringify({ errors: ["Requested sandbox fault."], status: "500" });
  if (protocol === "arcgis")
    return JSON.stringify({ error: { code: 500, message: "Requested sandbox fault." } });
  return JSON.stringify({ code: "internal", error: true, message: "Requested sandbox fault.", data: {} });
}

const renamed = (name: string): string => (name.startsWith(":") ? name : `renamed_${name}`);

/** Renames the columns of every row, or the property that contains the rows when there are no columns. */
function renameColumns(body: unknown): unknown {
  if (Array.isArray(body)) return body.map((row) => renameKeys(row as Json));
  const parts = body as Json;
  return Object.fromEntries(
    Object.entries(parts).map(([key, value]) => {
      if (key === "features")
        return [
          key,
          (value as { attributes: Json }[]).map(({ attributes }) => ({ attributes: renameKeys(attributes) })),
        ];
      if (key === "fields")
        return [key, (value as { name: string }[]).map((field) => ({ ...field, name: renamed(field.name) }))];
      if (key === "result") return [key, renameKeys(value as Json)];
      return Array.isArray(value) && value.every((row) => typeof row === "object")
        ? [key, (value as Json[]).map(renameKeys)]
        : [key, value];
    }),
  );
}

function renameKeys(row: Json): Json {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [renamed(name), value]));
}
