import { newId } from "../../../src/ids.ts";
import { inTransaction } from "../../../src/db/transaction.ts";
import { publishFile, storeFile } from "../../../subgraphs/hub/files/files.service.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import type { TestApp } from "../../support/app.ts";
import type { Sample } from "./door-samples.ts";

/** A file of the principal. */
export async function newFile(
  app: TestApp,
  headers: Record<string, string>,
  bytes = Buffer.from("sample"),
): Promise<{ fileId: string }> {
  const me = await app.graphql("{ me { id } }", {}, headers);
  const ownerId = me.body.data.me.id as string;
  const fileId = newId("file");
  const ctx = app.running.platform.contextIn("hub", ownerId) as HubContext;
  await storeFile(ctx, {
    id: fileId,
    ownerId,
    appId: "central",
    filename: "sample.png",
    contentType: "image/png",
    bytes,
  });
  await inTransaction(ctx, (em) => publishFile(ctx, em, fileId));
  return { fileId };
}

export const fileSamples: Record<string, Sample> = {
  GenerateImage: {
    input: () => Promise.resolve({ prompt: "A red door.", size: "1024x1024" }),
    bad: {
      input: { prompt: "", size: "1x1", quality: "best", style: "loud" },
      paths: ["prompt", "quality", "size", "style"],
    },
  },
  SearchImage: {
    input: () => Promise.resolve({ query: "office" }),
    bad: {
      input: { query: "", industry: "", orientation: "round", color: "pink" },
      paths: ["color", "industry", "orientation", "query"],
    },
  },
  UploadFile: {
    input: () =>
      Promise.resolve({
        filename: "list.csv",
        contentType: "text/csv",
        content: Buffer.from("email\na@b.example\n").toString("base64"),
      }),
    bad: {
      input: { filename: "a/b", contentType: "text/html", size: 0 },
      paths: ["contentType", "filename", "size"],
    },
  },
  RevokeFileLinks: { input: newFile, foreign: "FILE_NOT_FOUND" },
  DeleteFile: { input: newFile, foreign: "FILE_NOT_FOUND" },
};
