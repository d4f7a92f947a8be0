import { maxUploadBytes, uploadTypes } from "../../src/file-kind.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import { parameter, refusals, text, type LinkPath } from "./link-path.ts";

const bytes: JsonSchema = { type: "string", format: "binary" };
const common = { tags: ["files"], security: [{}] };
const link = [
  parameter("path", "fileId", "The file."),
  parameter("query", "e", "When the link ends, in Unix seconds.", { type: "integer" }),
  parameter("query", "k", "Which key has signed the link."),
  parameter("query", "s", "The signature of file, end and version; it is the permission."),
  {
    ...parameter("query", "v", "The file's link version; absent for the first one.", { type: "integer" }),
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

/** What links to files lead to, as the document shows it. */
export const fileLinkPaths: readonly LinkPath[] = [
  {
    path: "/files/{fileId}",
    method: "get",
    operationId: "OpenFile",
    summary: "The bytes of a file, by its link",
    description:
      "The bytes of a file, by its link: no credential is asked for. A part of them with `Range`, nothing where `If-None-Match` names them.",
    parameters: [...link, { name: "Range", in: "header", schema: text, description: "`bytes=<from>-<to>`." }],
    ...common,
    responses: {
      "200": { description: "All of them.", content: { "*/*": { schema: bytes } } },
      "206": { description: "The part that was asked for.", content: { "*/*": { schema: bytes } } },
      "304": { description: "Not changed since the ETag in If-None-Match." },
      ...refusals(403, 404, 410, 416, 500),
    },
  },
  {
    path: "/files/{fileId}",
    method: "put",
    operationId: "SendFile",
    summary: "Sends the bytes of a file that was announced, by the link that it was answered with",
    description:
      "Sends the bytes of a file that was announced, by the link that it was answered with: once, of the size and type that were said.",
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
