import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { parse } from "graphql";
import { DomainError } from "../../../../src/errors.ts";
import type { SubgraphExecutor } from "../../../../src/graphql/local-executor.ts";
import { callHub } from "../../base/internal-client.ts";
import type { AccountFiles } from "../../base/account-files.port.ts";

/** Store of the contents of files; null for one that is not there. */
export interface FileContents {
  open(key: string): Promise<Readable | null>;
}

const ownedFile = parse(
  "query OwnedFile($input: OwnedFileInput!) { ownedFile(input: $input) { storageKey filename contentType } }",
);

/** Files of accounts: the hub knows them, the store has their contents. */
export function createAccountFiles(hub: SubgraphExecutor, contents: FileContents): AccountFiles {
  return {
    async read(call, fileId) {
      const input = { fileId, ownerId: call.principal.ownerId ?? "" };
      const data = await callHub(hub, ownedFile, input, call);
      const { storageKey, filename, contentType } = data["ownedFile"] as Record<string, string>;
      const stream = await contents.open(storageKey!);
      if (stream === null)
        throw new DomainError("STORAGE_ERROR", "The file cannot be read now. Try again.", {
          retryable: true,
        });
      return { filename: filename!, contentType: contentType!, bytes: await buffer(stream) };
    },
  };
}
