import { parse, type DocumentNode } from "graphql";
import type { Logger } from "pino";
import type { Principal } from "../../src/access/principal.ts";
import type { Clock } from "../../src/time/clock.ts";
import type { SubgraphExecutor } from "../../src/graphql/local-executor.ts";
import { internalCall } from "../internal/internal-client.ts";
import type { FileLink } from "./linked-files.ts";

/** A file that may be sent, or is its owner's. */
export interface HeldFile {
  storageKey: string;
  filename: string;
  contentType: string;
  /** Bytes. */
  size: number;
}

/** A file that is about to be stored. */
export interface BegunFile {
  ownerId: string;
  appId: string;
  filename: string;
  contentType: string;
  size: number;
  sha256: string;
}

/** The request on whose behalf the hub is called. */
export interface FileRequest {
  requestId: string;
  clock: Clock;
  /** Absent where a link authorizes the request. */
  principal?: Pick<Principal, "membership">;
}

/** The hub's records of files; the store has the contents. Each method throws the hub's refusal. */
export interface FileRecords {
  /** The file that a link lets its holder send. */
  findAwaited(link: FileLink, request: FileRequest): Promise<HeldFile>;
  /** A file that has come, by its id, when it is this owner's. */
  findOwned(file: { fileId: string; ownerId: string }, request: FileRequest): Promise<HeldFile>;
  /** Takes bytes for a file that waits; the first that come, and no others. */
  claim(file: { fileId: string; sha256: string }, request: FileRequest): Promise<void>;
  /** Writes down a file that is to be kept for 15 minutes; answers its id, which is its key in the store. */
  begin(file: BegunFile, request: FileRequest): Promise<string>;
  /** Says that the bytes are stored; answers a link that is good for 15 minutes. */
  finish(fileId: string, request: FileRequest): Promise<{ url: string; expiresAt: Date }>;
}

const held = "storageKey filename contentType size";
const documents = {
  awaited: parse(
    `query AwaitedFile($input: FileLinkInput!) { answer: awaitedFile(input: $input) { ${held} } }`,
  ),
  owned: parse(`query OwnedFile($input: OwnedFileInput!) { answer: ownedFile(input: $input) { ${held} } }`),
  claim: parse(`mutation ClaimFile($input: ClaimFileInput!) { answer: claimFile(input: $input) }`),
  begin: parse(`mutation BeginFile($input: BeginFileInput!) { answer: beginFile(input: $input) }`),
  finish: parse(
    `mutation FinishFile($fileId: ID!) { answer: finishFile(fileId: $fileId) { url expiresAt } }`,
  ),
};

/** The records of the hub, asked as the router. */
export function createFileRecords(
  hub: SubgraphExecutor,
  parts: { log: Logger; publicUrl: string },
): FileRecords {
  const inner = internalCall(hub, parts);
  const callHub = async <T>(
    document: DocumentNode,
    variables: Record<string, unknown>,
    request: FileRequest,
  ) => (await inner(document, variables, request))["answer"] as T;
  return {
    findAwaited: (input, request) => callHub(documents.awaited, { input }, request),
    findOwned: (input, request) => callHub(documents.owned, { input }, request),
    claim: (input, request) => callHub(documents.claim, { input }, request),
    begin: (input, request) => callHub(documents.begin, { input }, request),
    finish: async (fileId, request) => {
      const { url, expiresAt } = await callHub<{ url: string; expiresAt: string | Date }>(
        documents.finish,
        { fileId },
        request,
      );
      return { url, expiresAt: new Date(expiresAt) };
    },
  };
}
