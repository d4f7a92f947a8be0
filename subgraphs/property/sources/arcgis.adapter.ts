import { asObject, asObjects, isInvented, readObject, toCells } from "./json-body.ts";
import type { PropertySource } from "./property-source.port.ts";
import { SourceClient, versionOf, type SourceClientOptions, type SourceReply } from "./source-client.ts";
import { failureOfStatus, SourceFailure } from "./source-failure.ts";

export interface ArcgisOptions extends Omit<SourceClientOptions, "headers"> {
  id: string;
  /** Null when the layer is public. */
  token: string | null;
  isSandbox: boolean;
  /** The unique column that rows are ordered by. */
  orderBy: string;
  pageSize?: number;
}

/**
 * A feature layer of an ArcGIS server; `baseUrl` is the layer's. Errors arrive with status 200 and are classified by
 * the code in their body. Layers have no marks, so each run reads the whole layer.
 */
export function createArcgisSource(options: ArcgisOptions): PropertySource {
  const { id, token, isSandbox, orderBy, pageSize = 2_000 } = options;
  const headers: Record<string, string> = token === null ? {} : { "x-esri-authorization": `Bearer ${token}` };
  const client = new SourceClient({ ...options, headers });
  return {
    id,
    kind: "arcgis",
    isSandbox,
    probe: (call) =>
      client.get(call, "", {
        query: { f: "json" },
        read: (reply) => {
          const layer = readBody(reply);
          asObjects(layer["fields"]);
          const editedAt = (layer["editingInfo"] as { lastEditDate?: unknown } | undefined)?.lastEditDate;
          const version = versionOf(reply);
          return typeof editedAt === "number" ? { ...version, lastModified: new Date(editedAt) } : version;
        },
      }),
    readPage: (call, { cursor }) => {
      const offset = Number(cursor?.["offset"] ?? 0);
      return client.get(call, "/query", {
        query: {
          where: "1=1",
          outFields: "*",
          returnGeometry: "false",
          f: "json",
          orderByFields: orderBy,
          resultOffset: String(offset),
          resultRecordCount: String(pageSize),
        },
        read: (reply) => {
          const body = readBody(reply);
          const features = asObjects(body["features"]).map((feature) => asObject(feature["attributes"]));
          const isMore = body["exceededTransferLimit"] === true;
          if (isMore && features.length === 0) throw new Error("more is promised and nothing sent");
          const fields = body["fields"];
          return {
            rows: features.map((row, index) => ({ line: offset + index + 1, cells: toCells(row) })),
            columns: Array.isArray(fields) ? asObjects(fields).map(({ name }) => String(name)) : null,
            next: isMore ? { offset: offset + features.length } : null,
            mark: null,
            version: versionOf(reply),
            total: isMore ? null : offset + features.length,
            isUnchanged: false,
            isSynthetic: isInvented(reply),
          };
        },
      });
    },
  };
}

function readBody(reply: SourceReply): Readonly<Record<string, unknown>> {
  const body = readObject(reply);
  if (body["error"] === undefined) return body;
  const code = Number(asObject(body["error"])["code"]);
  // 498 and 499 are the server's own codes for an invalid or missing token.
  if (code === 498 || code === 499) throw new SourceFailure("AUTH_REFUSED");
  throw failureOfStatus(code) ?? new SourceFailure("SERVER_ERROR");
}
