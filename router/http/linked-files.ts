import type { FastifyRequest } from "fastify";
import { parse } from "graphql";
import type { Logger } from "pino";
import { internalPrincipal } from "../../src/access/principal.ts";
import type { Clock } from "../../src/clock.ts";
import { newMeter } from "../../src/context.ts";
import type { SubgraphExecutor } from "../../src/graphql/local-executor.ts";
import { subgraphError } from "../../src/graphql/subgraph-error.ts";

/** What a link to a file carries. */
export interface FileLink {
  fileId: string;
  expires: string;
  keyId: string;
  signature: string;
}

/** A file that a good link leads to. */
export interface LinkedFile {
  storageKey: string;
  filename: string;
  contentType: string;
  size: number;
  sha256: string;
  expiresAt: Date;
}

/** Finds the file of a link, or throws why it may not be opened. */
export type FindLinkedFile = (
  link: FileLink,
  request: { requestId: string; clock: Clock },
) => Promise<LinkedFile>;

/** The link that a request was made with. */
export function readLink(request: FastifyRequest): FileLink {
  const query = request.query as Record<string, unknown>;
  // Given twice, it is none that we have signed.
  const read = (name: string) => (typeof query[name] === "string" ? query[name] : "");
  const { fileId } = request.params as { fileId: string };
  return { fileId, expires: read("e"), keyId: read("k"), signature: read("s") };
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
    }
  }
`);

/** The hub knows which links are good, and what they lead to. */
export function createLinkedFiles(
  hub: SubgraphExecutor,
  { log, publicUrl }: { log: Logger; publicUrl: string },
): FindLinkedFile {
  return async (input, { requestId, clock }) => {
    const call = {
      principal: internalPrincipal("router"),
      requestId,
      appId: null,
      idempotencyKey: null,
      clock,
      log,
      meter: newMeter(),
      publicUrl,
    };
    const { data, errors } = await hub({ document, variables: { input }, call });
    if (errors?.[0]) throw subgraphError(errors[0]);
    const file = data!["linkedFile"] as Omit<LinkedFile, "expiresAt"> & { expiresAt: string | Date };
    return { ...file, expiresAt: new Date(file.expiresAt) };
  };
}
