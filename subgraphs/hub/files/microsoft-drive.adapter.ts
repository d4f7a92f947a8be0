import { z } from "zod";
import { callVendor, downloadFrom, type VendorAnswer } from "../../../src/http/vendor-api.ts";
import { readDriveAnswer } from "./drive-answer.ts";
import type { ConnectedDrive, DriveAnswer, RemoteFile } from "./connected-files.port.ts";

const itemSchema = z.object({
  id: z.string().min(1).max(200),
  name: z.string().max(1_000),
  size: z.int().min(0).optional(),
  lastModifiedDateTime: z.iso.datetime({ offset: true }).optional(),
  /** Absent for folders. */
  file: z.object({ mimeType: z.string().max(200).optional() }).optional(),
});
const listSchema = z.object({ value: z.array(itemSchema), "@odata.nextLink": z.string().optional() });
const fields = "id,name,size,file,lastModifiedDateTime";

/**
 * Microsoft Graph v1.0: children of the drive's root, `search`, items, and their content, which Graph answers with a redirect
 * to an address that takes no token.
 */
export function createMicrosoftDrive({ baseUrl }: { baseUrl: string }): ConnectedDrive {
  const get = (accessToken: string, path: string) =>
    callVendor({ baseUrl, accessToken, method: "GET", path });
  return {
    scopes: [
      "Files.Read",
      "https://graph.microsoft.com/Files.Read",
      "Files.ReadWrite",
      "https://graph.microsoft.com/Files.ReadWrite",
    ],
    async list({ accessToken, query, limit, next }) {
      // A literal of OData: quotes are doubled.
      const found =
        query === null ? "children" : `search(q='${encodeURIComponent(query.replaceAll("'", "''"))}')`;
      const token = next === null ? "" : `&$skiptoken=${encodeURIComponent(next)}`;
      const path = `/v1.0/me/drive/root/${found}?$select=${fields}&$top=${limit}${token}`;
      return readDriveAnswer(troubleOf, await get(accessToken, path), listSchema, (page) => ({
        files: page.value.filter(({ file }) => file !== undefined).map(remoteFile),
        next: tokenOf(page["@odata.nextLink"]),
      }));
    },
    async read({ accessToken, fileId }) {
      const path = `/v1.0/me/drive/items/${encodeURIComponent(fileId)}?$select=${fields}`;
      return readDriveAnswer(troubleOf, await get(accessToken, path), itemSchema, remoteFile);
    },
    async download({ accessToken, fileId, maxBytes }) {
      const answer = await get(accessToken, `/v1.0/me/drive/items/${encodeURIComponent(fileId)}/content`);
      if (answer.kind !== "reply" || answer.status !== 302) return troubleOf(answer) ?? { kind: "refused" };
      if (answer.location === null) return { kind: "refused" };
      const bytes = await downloadFrom(answer.location, { baseUrl, maxBytes });
      return bytes === null ? { kind: "later", retryAfterMs: null } : { kind: "found", value: bytes };
    },
  };
}

/** The token of the next page, and nothing else of its link. */
function tokenOf(link: string | undefined): string | null {
  if (link === undefined || !URL.canParse(link)) return null;
  return new URL(link).searchParams.get("$skiptoken");
}

function remoteFile({ id, name, size, file, lastModifiedDateTime }: z.output<typeof itemSchema>): RemoteFile {
  return {
    id,
    name,
    contentType: file?.mimeType ?? null,
    size: size ?? null,
    modifiedAt: lastModifiedDateTime ?? null,
  };
}

/** Null for a success. */
function troubleOf(answer: VendorAnswer): Exclude<DriveAnswer<never>, { kind: "found" }> | null {
  if (answer.kind !== "reply") return { kind: "later", retryAfterMs: null };
  const { status, retryAfterMs } = answer;
  if (status === 200) return null;
  if (status === 401) return { kind: "unauthorized" };
  if (status === 403) return { kind: "missing_scope" };
  if (status === 404) return { kind: "not_found" };
  return status === 429 || status >= 500 ? { kind: "later", retryAfterMs } : { kind: "refused" };
}
