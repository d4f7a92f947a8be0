import type { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import type { FileStorage } from "./file-storage.port.ts";

export interface S3Access {
  bucket: string;
  region: string;
  /** Prefix of all object names. */
  prefix: string;
  /** Null: Amazon's own of the region. */
  endpoint: string | null;
  /** Null: the machine's own role. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
}

/** Files as objects of an S3-compatible store, by the official SDK, which tries again what fails in passing. */
export function createS3Storage({ bucket, prefix, ...access }: S3Access): FileStorage {
  let loading: Promise<{ client: S3Client; sdk: typeof import("@aws-sdk/client-s3") }> | null = null;
  const load = () => (loading ??= connect(access));
  const at = (key: string) => ({ Bucket: bucket, Key: prefix + key });
  return {
    async put(key, bytes, contentType) {
      const { client, sdk } = await load();
      await client.send(
        new sdk.PutObjectCommand({
          ...at(key),
          Body: bytes,
          ContentLength: bytes.byteLength,
          ContentType: contentType,
        }),
      );
    },
    async open(key, range) {
      const { client, sdk } = await load();
      const part = range ? { Range: `bytes=${range.start}-${range.end}` } : {};
      try {
        const { Body } = await client.send(new sdk.GetObjectCommand({ ...at(key), ...part }));
        return (Body as Readable | undefined) ?? null;
      } catch (error) {
        if (error instanceof sdk.S3ServiceException && error.$metadata.httpStatusCode === 404) return null;
        throw error;
      }
    },
    async remove(key) {
      const { client, sdk } = await load();
      await client.send(new sdk.DeleteObjectCommand(at(key)));
    },
  };
}

async function connect({ region, endpoint, credentials }: Omit<S3Access, "bucket" | "prefix">) {
  const sdk = await import("@aws-sdk/client-s3");
  const client = new sdk.S3Client({
    region,
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 30_000, throwOnRequestTimeout: true },
    // Stores other than Amazon's do not know its newer checksums, nor buckets as host names.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials === null ? {} : { credentials }),
  });
  return { client, sdk };
}
