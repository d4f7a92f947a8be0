import type { FastifyRequest } from "fastify";
import { parse } from "graphql";
import type { Logger } from "pino";
import type { Clock } from "../../src/time/clock.ts";
import type { SubgraphExecutor } from "../../src/graphql/local-executor.ts";
import { internalCall } from "../internal/internal-client.ts";
import type { FilePart } from "./file-bytes.ts";

/** The parameters of a link to a file. */
export interface FileLink {
  fileId: string;
  expires: string;
  keyId: string;
  signature: string;
  /** The file's link version; links of the first version do not name it. */
  version: string;
}

/** A file that a good link leads to. */
export interface LinkedFile {
  storageKey: string;
  filename: string;
  contentType: string;
  size: number;
  sha256: string;
  expiresAt: Date;
  /** Parts of the content, in order; empty when it is stored under `storageKey`. */
  parts: readonly FilePart[];
}

/** Finds the file of a link, or throws why it may not be opened. */
export type FindLinkedFile = (
  link: FileLink,
  request: { requestId: string; clock: Clock },
) => Promise<LinkedFile>;

/** The link that a request was made with. */
export function readLink(request: FastifyRequest): FileLink {
  const query = request.query as Record<string, unknown>;
  // A repeated parameter makes the link invalid: we never sign one.
  const read = (name: string, absent = "") => {
    const value = query[name] ?? absent;
    return typeof value === "string" ? value : "";
  };
  const { fileId } = request.params as { fileId: string };
  return { fileId, expires: read("e"), keyId: read("k"), signature: read("s"), version: read("v", "1") };
}

const document = parse(/* GraphQL */ `
  query LinkedFile($input: FileLinkInput!) {
    linkedFile(input: $input) {
      storageKey
      filename
      contentType
      size
      sha256
      expiresAt
      parts {
        storageKey
        size
      }
    }
  }
`);

/** The hub knows which links are valid, and the files behind them. */
export function createLinkedFiles(
  hub: SubgraphExecutor,
  parts: { log: Logger; publicUrl: string },
): FindLinkedFile {
  const callHub = internalCall(hub, parts);
  return async (input, request) => {
    const data = await callHub(document, { input }, request);
    const file = data["linkedFile"] as Omit<LinkedFile, "expiresAt"> & { expiresAt: string | Date };
    return { ...file, expiresAt: new Date(file.expiresAt) };
  };
}
