import { z } from "zod";
import { callVendor, type VendorAnswer } from "../../../src/http/vendor-api.ts";
import { googleReasons, isGoogleLimit, isGoogleScope } from "../oauth/google-errors.ts";
import { readDriveAnswer } from "./drive-answer.ts";
import type { ConnectedDrive, DriveAnswer, RemoteFile } from "./connected-files.port.ts";

const fileSchema = z.object({
  id: z.string().min(1).max(200),
  name: z.string().max(1_000),
  mimeType: z.string().max(200),
  size: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional(),
  modifiedTime: z.iso.datetime({ offset: true }).optional(),
});
const listSchema = z.object({ files: z.array(fileSchema).default([]), nextPageToken: z.string().optional() });
const fields = "id,name,mimeType,size,modifiedTime";

/** Google Drive API v3: `files.list`, and `files.get` with and without `alt=media`. */
export function createGoogleDrive({ baseUrl }: { baseUrl: string }): ConnectedDrive {
  const get = (accessToken: string, path: string, maxBytes?: number) =>
    callVendor({
      baseUrl,
      accessToken,
      method: "GET",
      path,
      ...(maxBytes ? { maxBytes, timeoutMs: 30_000 } : {}),
    });
  return {
    scopes: [
      "https://www.googleapis.com/auth/drive.readonly",
      "https://www.googleapis.com/auth/drive",
      "https://www.googleapis.com/auth/drive.file",
    ],
    async list({ accessToken, query, limit, next }) {
      const terms = ["trashed = false", "mimeType != 'application/vnd.google-apps.folder'"];
      // Literals of the query language: quotes and backslashes are escaped.
      if (query !== null) terms.push(`name contains '${query.replaceAll(/[\\']/g, (mark) => `\\${mark}`)}'`);
      const parameters = new URLSearchParams({
        q: terms.join(" and "),
        fields: `nextPageToken,files(${fields})`,
        pageSize: String(limit),
        orderBy: "modifiedTime desc",
        ...(next === null ? {} : { pageToken: next }),
      });
      const answer = await get(accessToken, `/drive/v3/files?${parameters.toString()}`);
      return readDriveAnswer(troubleOf, answer, listSchema, ({ files, nextPageToken }) => ({
        files: files.map(remoteFile),
        next: nextPageToken ?? null,
      }));
    },
    async read({ accessToken, fileId }) {
      const path = `/drive/v3/files/${encodeURIComponent(fileId)}?fields=${fields}`;
      return readDriveAnswer(troubleOf, await get(accessToken, path), fileSchema, remoteFile);
    },
    async download({ accessToken, fileId, maxBytes }) {
      const path = `/drive/v3/files/${encodeURIComponent(fileId)}?alt=media`;
      const answer = await get(accessToken, path, maxBytes);
      const trouble = troubleOf(answer);
      if (trouble !== null) return trouble;
      return { kind: "found", value: (answer as Extract<VendorAnswer, { kind: "reply" }>).bytes };
    },
  };
}

function remoteFile({ id, name, mimeType, size, modifiedTime }: z.output<typeof fileSchema>): RemoteFile {
  const isNative = mimeType.startsWith("application/vnd.google-apps.");
  return {
    id,
    name,
    contentType: isNative ? null : mimeType,
    size: size === undefined ? null : Number(size),
    modifiedAt: modifiedTime ?? null,
  };
}

/** Null for a success. */
function troubleOf(answer: VendorAnswer): Exclude<DriveAnswer<never>, { kind: "found" }> | null {
  if (answer.kind !== "reply") return { kind: "later", retryAfterMs: null };
  const { status, retryAfterMs } = answer;
  if (status === 200) return null;
  if (status === 401) return { kind: "unauthorized" };
  if (status === 404) return { kind: "not_found" };
  const reasons = status === 403 ? googleReasons(answer.text) : [];
  if (isGoogleScope(reasons)) return { kind: "missing_scope" };
  if (status === 429 || status >= 500 || isGoogleLimit(reasons)) return { kind: "later", retryAfterMs };
  return { kind: "refused" };
}
