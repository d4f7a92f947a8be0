import { createHash } from "node:crypto";
import { parse } from "graphql";
import type { CallContext } from "../../../../src/context.ts";
import { DomainError } from "../../../../src/errors.ts";
import type { SubgraphExecutor } from "../../../../src/graphql/local-executor.ts";
import { callHub, callHubIn } from "../../base/internal-client.ts";
import type { RecordingFiles } from "./recording-files.port.ts";

const appId = "ai-caller";

/** Where the bytes of files are put. */
export interface FileStore {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
}

const beginDocument = parse("mutation BeginRecording($input: BeginFileInput!) { beginFile(input: $input) }");
const finishDocument = parse(
  "mutation FinishRecording($fileId: ID!) { finishFile(fileId: $fileId) { url expiresAt } }",
);
const linkDocument = parse(
  "query RecordingLink($input: OwnedFileInput!) { ownedFileLink(input: $input) { url expiresAt } }",
);
const deleteDocument = parse(
  "mutation DeleteRecording($fileId: ID!) { deleteFile(fileId: $fileId) { fileId } }",
);

/** Files of the hub, whose bytes are in the store. */
export function createRecordingFiles(hub: SubgraphExecutor, store: FileStore): RecordingFiles {
  const ownerOfCall = ({ principal }: CallContext) => principal.ownerId ?? "";
  return {
    async keep(call, { filename, contentType, bytes }) {
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      const facts = { filename, contentType, size: bytes.byteLength, sha256, isLasting: true };
      const data = await callHub(hub, beginDocument, { ownerId: ownerOfCall(call), appId, ...facts }, call);
      const fileId = data["beginFile"] as string;
      await store.put(fileId, bytes, contentType).catch((cause: unknown) => {
        const details = { retryable: true };
        throw new DomainError("STORAGE_ERROR", "The file cannot be stored now. Try again.", details, {
          cause,
        });
      });
      await callHubIn(hub, { document: finishDocument, variables: { fileId }, appId }, call);
      return fileId;
    },
    async link(call, fileId) {
      const data = await callHub(hub, linkDocument, { fileId, ownerId: ownerOfCall(call) }, call);
      const { url, expiresAt } = data["ownedFileLink"] as { url: string; expiresAt: string | Date };
      return { url, expiresAt: new Date(expiresAt) };
    },
    async remove(call, fileId) {
      try {
        await callHubIn(hub, { document: deleteDocument, variables: { fileId }, appId }, call);
      } catch (error) {
        if (!(error instanceof DomainError) || error.code !== "FILE_NOT_FOUND") throw error;
      }
    },
  };
}
