import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { addVary, hasVersion, wantedEncoding } from "./accepted.ts";

/** A large text that clients ask for again: the OpenAPI document, the schema, the list of tools. */
export interface LargeDocument {
  text: string | Buffer;
  type: string;
  /** Overrides `no-cache`, which makes clients revalidate. */
  cacheControl?: string;
}

type Encoding = "br" | "gzip";

/** Compressed forms that are kept. */
const maxKept = 12;

/** A shorter text is sent as it is. */
const minBytes = 2_048;

const compressors = {
  br: promisify(brotliCompress),
  gzip: promisify(gzip),
} as const;

// Quality 5 needs a third of the time of the default, for an eighth more bytes.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/**
 * Sends documents in an encoding that the client accepts, with an ETag, and 304 when the client has them. The latest
 * compressed forms are kept; requests for the same one wait for one compression.
 */
export class CompressedDocuments {
  readonly #kept = new Map<string, Promise<Buffer>>();
  /** Tags of buffers, which never change. */
  readonly #tags = new WeakMap<Buffer, string>();

  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    { text, type, cacheControl = "no-cache" }: LargeDocument,
  ): Promise<FastifyReply> {
    const body = typeof text === "string" ? Buffer.from(text) : text;
    const tag = this.#tagOf(body);
    // Weak, since the bytes differ by encoding.
    void reply.headers({ etag: `W/${tag}`, "cache-control": cacheControl });
    addVary(reply, "accept-encoding");
    if (hasVersion(request.headers["if-none-match"], tag)) return reply.code(304).send();
    void reply.type(type);
    const isLarge = body.length >= minBytes;
    const accepted = request.headers["accept-encoding"];
    const encoding = isLarge ? wantedEncoding(accepted, { br: true, gz: true }) : null;
    if (encoding === null) return reply.send(body);
    return reply.header("content-encoding", encoding).send(await this.#compressed(body, tag, encoding));
  }

  #tagOf(body: Buffer): string {
    let tag = this.#tags.get(body);
    if (tag === undefined) {
      tag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
      this.#tags.set(body, tag);
    }
    return tag;
  }

  #compressed(body: Buffer, tag: string, encoding: Encoding): Promise<Buffer> {
    const key = `${encoding} ${tag}`;
    const pending = this.#kept.get(key) ?? compress(body, encoding);
    // The most recently used is last.
    this.#kept.delete(key);
    this.#kept.set(key, pending);
    if (this.#kept.size > maxKept) this.#kept.delete(this.#kept.keys().next().value!);
    return pending;
  }
}

function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === "br" ? compressors.br(body, brotliOptions) : compressors.gzip(body);
}
