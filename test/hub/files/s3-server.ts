import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A store that speaks as much of S3's protocol as files need: objects of one bucket by path, parts, errors in XML. */
export interface S3Server {
  url: string;
  objects: Map<string, { bytes: Buffer; type: string }>;
  /** Fails this many requests with 503 first. */
  failNext(times: number): void;
  requests: number;
  close(): Promise<void>;
}

export async function startS3Server(bucket: string, accessKey: string): Promise<S3Server> {
  const objects: S3Server["objects"] = new Map();
  let failures = 0;
  const server = createServer((request, response) => void answer(request, response));
  const store = { url: "", objects, failNext: (times: number) => void (failures = times), requests: 0 };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    store.requests += 1;
    const body = await readBytes(request);
    if (failures > 0) {
      failures -= 1;
      return sendError(response, 503, "SlowDown");
    }
    const { pathname } = new URL(request.url!, "http://store");
    const { authorization = "", "x-amz-content-sha256": hash } = request.headers;
    const scope = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/eu-test-1\/s3\/aws4_request/.exec(
      authorization,
    );
    if (scope?.[1] !== accessKey) return sendError(response, 403, "InvalidAccessKeyId");
    if (hash !== "UNSIGNED-PAYLOAD" && hash !== createHash("sha256").update(body).digest("hex"))
      return sendError(response, 400, "XAmzContentSHA256Mismatch");
    if (!pathname.startsWith(`/${bucket}/`)) return sendError(response, 404, "NoSuchBucket");
    const key = decodeURIComponent(pathname.slice(bucket.length + 2));
    if (request.method === "PUT") {
      objects.set(key, { bytes: body, type: request.headers["content-type"] ?? "" });
      return void response.writeHead(200, { etag: '"x"' }).end();
    }
    if (request.method === "DELETE") {
      objects.delete(key);
      return void response.writeHead(204).end();
    }
    const object = objects.get(key);
    if (!object) return sendError(response, 404, "NoSuchKey");
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
    const part = range ? object.bytes.subarray(Number(range[1]), Number(range[2]) + 1) : object.bytes;
    response.writeHead(range ? 206 : 200, { "content-type": object.type, "content-length": part.length });
    return void response.end(part);
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  store.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(store, {
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}

function sendError(response: ServerResponse, status: number, code: string): void {
  const xml = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>no</Message></Error>`;
  response.writeHead(status, { "content-type": "application/xml" }).end(xml);
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
