import { asObject, asObjects, isInvented, readObject, toCells } from "./json-body.ts";
import type { PageRequest, PropertySource } from "./property-source.port.ts";
import { SourceClient, versionOf, type SourceClientOptions, type SourceReply } from "./source-client.ts";

export interface OpenFemaOptions extends Omit<SourceClientOptions, "headers"> {
  id: string;
  /** Name of the dataset, in the publisher's own case. */
  entity: string;
  isSandbox: boolean;
  pageSize?: number;
}

/**
 * A dataset of OpenFEMA. Rows refreshed since the mark arrive in the order of their refresh time. The count is returned
 * on request only, and either beside the rows or one level deeper.
 */
export function createOpenFemaSource(options: OpenFemaOptions): PropertySource {
  const { id, entity, isSandbox, pageSize = 1_000 } = options;
  const client = new SourceClient(options);
  const path = `/api/open/v2/${entity}`;
  const rowsOf = (reply: SourceReply) => {
    const body = readObject(reply);
    const metadata = body["metadata"] === undefined ? body : asObject(body["metadata"]);
    return { rows: asObjects(body[entity]), count: Number(metadata["count"] ?? Number.NaN) };
  };
  return {
    id,
    kind: "openfema",
    isSandbox,
    probe: (call) =>
      client.get(call, path, {
        query: { $top: "1", $orderby: "lastRefresh desc" },
        read: (reply) => {
          const at = Date.parse(String(rowsOf(reply).rows[0]?.["lastRefresh"] ?? ""));
          const version = versionOf(reply);
          return Number.isNaN(at) ? version : { ...version, lastModified: new Date(at) };
        },
      }),
    readPage: (call, request) => {
      const { cursor } = request;
      const skip = Number(cursor?.["skip"] ?? 0);
      return client.get(call, path, {
        query: {
          $orderby: "lastRefresh,id",
          $top: String(pageSize),
          $skip: String(skip),
          $inlinecount: "allpages",
          ...filterOf(request),
        },
        read: (reply) => {
          const { rows, count } = rowsOf(reply);
          const newest =
            rows.at(-1)?.["lastRefresh"] ?? cursor?.["newest"] ?? request.mark?.["lastRefresh"] ?? null;
          return {
            rows: rows.map((row, index) => ({ line: skip + index + 1, cells: toCells(row) })),
            columns: rows[0] === undefined ? null : Object.keys(rows[0]),
            next: rows.length === pageSize ? { skip: skip + rows.length, newest } : null,
            mark: newest === null ? null : { lastRefresh: newest },
            version: versionOf(reply),
            total: Number.isInteger(count) ? count : null,
            isUnchanged: false,
            isSynthetic: isInvented(reply),
          };
        },
      });
    },
  };
}

function filterOf({ mode, mark }: PageRequest): { $filter?: string } {
  const since = mode === "full" ? undefined : mark?.["lastRefresh"];
  return typeof since === "string" ? { $filter: `lastRefresh ge '${since.replaceAll("'", "''")}'` } : {};
}
