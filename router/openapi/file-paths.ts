import { maxUploadBytes, uploadTypes } from "../../src/file-kind.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import { parameter, refusals, text, type LinkPath } from "./link-path.ts";

const bytes: JsonSchema = { type: "string", format: "binary" };
const common = { tags: ["files"], security: [{}] };
const link = [
  parameter("path", "fileId", "ID of the file."),
  parameter("query", "e", "Expiry of the link, in Unix seconds.", { type: "integer" }),
  parameter("query", "k", "ID of the key that signed the link."),
  parameter("query", "s", "Signature of the file, expiry and version. It grants the access."),
  {
    ...parameter("query", "v", "Link version of the file. Absent for the first version.", {
      type: "integer",
    }),
    required: false,
  },
];
const stored: JsonSchema = {
  type: "object",
  required: ["fileId", "filename", "contentType", "size", "status"],
  properties: {
    fileId: text,
    filename: text,
    contentType: { type: "string", enum: [...uploadTypes] },
    size: { type: "integer", minimum: 1, maximum: maxUploadBytes },
    status: { type: "string", const: "stored" },
  },
};

/** Targets of file links, as the document shows them. */
export const fileLinkPaths: readonly LinkPath[] = [
  {
    path: "/files/{fileId}",
    method: "get",
    operationId: "OpenFile",
    summary: "Returns the bytes of a file by its link",
    description:
      "Returns the bytes of a file by its link, without a credential. Supports `Range` and `If-None-Match`.",
    parameters: [...link, { name: "Range", in: "header", schema: text, description: "`bytes=<from>-<to>`." }],
    ...common,
    responses: {
      "200": { description: "The whole file.", content: { "*/*": { schema: bytes } } },
      "206": { description: "The requested range.", content: { "*/*": { schema: bytes } } },
      "304": { description: "The file matches the ETag in If-None-Match." },
      ...refusals(403, 404, 410, 416, 500),
    },
  },
  {
    path: "/files/{fileId}",
    method: "put",
    operationId: "SendFile",
    summary: "Uploads the bytes of an announced file",
    description:
      "Uploads the bytes of an announced file to its upload link. Works once, with the announced size and type.",
    parameters: link,
    requestBody: {
      required: true,
      content: Object.fromEntries(uploadTypes.map((type) => [type, { schema: bytes }])),
    },
    ...common,
    responses: {
      "201": { description: "Stored.", content: { "application/json": { schema: stored } } },
      ...refusals(400, 403, 404, 409, 410, 413, 415, 500),
    },
  },
];
