import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../../../src/config/config.ts";
import { newId } from "../../../src/ids.ts";
import type { FileStorage } from "../../../subgraphs/hub/files/file-storage.port.ts";
import { createLocalStorage } from "../../../subgraphs/hub/files/local-storage.adapter.ts";
import { fileStorage } from "../../../platform/file-storage.ts";
import { startS3Server, type S3Server } from "./s3-server.ts";

let directory: string;
let s3: S3Server;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "hub-files-"));
  s3 = await startS3Server("pictures", "the-access-key");
});
afterAll(async () => {
  await s3?.close();
  await rm(directory, { recursive: true, force: true });
});

const s3Settings = () => ({
  DEMO: "1",
  FILES_S3_BUCKET: "pictures",
  FILES_S3_ENDPOINT: s3.url,
  FILES_S3_REGION: "eu-test-1",
  FILES_S3_PREFIX: "hub/",
  FILES_S3_ACCESS_KEY: "the-access-key",
  FILES_S3_SECRET_KEY: "the-secret-key",
});
const stores: [string, () => FileStorage][] = [
  ["a directory", () => fileStorage(readConfig({ DEMO: "1", DATA_DIR: directory }))],
  ["an S3-compatible store", () => fileStorage(readConfig(s3Settings()))],
];

describe.each(stores)("files in %s", (_name, createStore) => {
  const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251));
  const read = async (store: FileStorage, key: string, range?: { start: number; end: number }) => {
    const stream = await store.open(key, range);
    return stream && (await buffer(stream));
  };

  test("stored bytes are read back in whole and in parts, by another process too", async () => {
    const key = newId("file");
    await createStore().put(key, bytes, "image/png");
    const store = createStore();
    expect((await read(store, key))?.equals(bytes)).toBe(true);
    for (const [start, end] of [
      [0, 0],
      [7, 4_000],
      [99_999, 99_999],
    ] as const)
      expect((await read(store, key, { start, end }))?.equals(bytes.subarray(start, end + 1))).toBe(true);
  });

  test("stored bytes are replaced atomically", async () => {
    const [store, key] = [createStore(), newId("file")];
    await store.put(key, bytes, "image/png");
    await store.put(key, Buffer.from("short"), "image/png");
    expect((await read(store, key))?.toString()).toBe("short");
  });

  test("missing bytes are null, and may be removed again", async () => {
    const [store, key] = [createStore(), newId("file")];
    expect(await read(store, key)).toBeNull();
    await store.put(key, bytes, "image/png");
    await store.remove(key);
    await store.remove(key);
    expect(await read(store, key)).toBeNull();
  });

  test("bytes written by twenty at once are those of one writer", async () => {
    const [store, key] = [createStore(), newId("file")];
    const wanted = Array.from({ length: 20 }, (_, index) => Buffer.alloc(50_000, index));
    await Promise.all(wanted.map((one) => store.put(key, one, "image/png")));
    const found = await read(store, key);
    expect(wanted.some((one) => found?.equals(one))).toBe(true);
  });
});

describe("a directory", () => {
  test("a directory holds complete files only, unreadable to other users of the machine", async () => {
    const own = await mkdtemp(join(directory, "own-"));
    const [store, key] = [createLocalStorage(own), newId("file")];
    await store.put(key, Buffer.from("x"), "image/png");
    expect(await readdir(own)).toEqual([key.slice(-2)]);
    expect(await readdir(join(own, key.slice(-2)))).toEqual([key]);
    expect((await stat(join(own, key.slice(-2), key))).mode & 0o777).toBe(0o600);
  });

  test.each(["../x", "file_../../etc/passwd", "/etc/passwd", "file_x", ""])(
    "has no path for %j",
    async (key) => {
      await expect(async () => createLocalStorage(directory).open(key)).rejects.toThrow(/key of a file/);
    },
  );

  test("a directory that cannot be written to fails and leaves nothing", async () => {
    const store = createLocalStorage(join(directory, "not-there", "\0"));
    await expect(store.put(newId("file"), Buffer.from("x"), "image/png")).rejects.toThrow();
  });
});

describe("an S3-compatible store", () => {
  test("an S3-compatible store has each object under the prefix, with its type", async () => {
    const key = newId("file");
    await fileStorage(readConfig(s3Settings())).put(key, Buffer.from("x"), "image/webp");
    expect(s3.objects.get(`hub/${key}`)).toEqual({ bytes: Buffer.from("x"), type: "image/webp" });
  });

  test("an S3-compatible store is retried after temporary failures, and fails after three attempts", async () => {
    const [store, key] = [fileStorage(readConfig(s3Settings())), newId("file")];
    s3.failNext(2);
    await store.put(key, Buffer.from("x"), "image/png");
    expect(s3.objects.has(`hub/${key}`)).toBe(true);
    s3.failNext(3);
    await expect(store.open(key)).rejects.toThrow();
  });

  test("an S3-compatible store that denies access is a failure, not a missing file", async () => {
    const store = fileStorage(readConfig({ ...s3Settings(), FILES_S3_ACCESS_KEY: "another" }));
    await expect(store.open(newId("file"))).rejects.toMatchObject({ name: "InvalidAccessKeyId" });
  });
});
