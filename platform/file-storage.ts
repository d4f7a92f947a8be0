import { join } from "node:path";
import type { Config } from "../src/config/config.ts";
import type { FileStorage } from "../subgraphs/hub/files/file-storage.port.ts";
import { createLocalStorage } from "../subgraphs/hub/files/local-storage.adapter.ts";
import { createS3Storage } from "../subgraphs/hub/files/s3-storage.adapter.ts";

/** Where the configuration says that the bytes of files are. */
export function fileStorage(config: Config): FileStorage {
  const { FILES_S3_BUCKET: bucket, FILES_S3_ACCESS_KEY: accessKeyId } = config;
  if (bucket === undefined) return createLocalStorage(join(config.DATA_DIR, "files"));
  const { FILES_S3_SECRET_KEY: secretAccessKey } = config;
  const isComplete = accessKeyId !== undefined && secretAccessKey !== undefined;
  return createS3Storage({
    bucket,
    region: config.FILES_S3_REGION,
    prefix: config.FILES_S3_PREFIX,
    endpoint: config.FILES_S3_ENDPOINT ?? null,
    credentials: isComplete ? { accessKeyId, secretAccessKey } : null,
  });
}
