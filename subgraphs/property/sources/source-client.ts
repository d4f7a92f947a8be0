import { setTimeout as sleep } from "node:timers/promises";
import type { Dispatcher } from "undici";
import { lazyAgent, request, type LazyAgent } from "../../../src/http/undici.ts";
import type { SourceCall } from "./property-source.port.ts";
import { failureOfStatus, SourceFailure } from "./source-failure.ts";

export interface SourceClientOptions {
  /** Address that paths are put behind. */
  baseUrl: string;
  headers?: Readonly<Record<string, string>>;
  connectMs?: number;
  /** How long one request may take, its body included. */
  totalMs?: number;
  /** For tests: how waiting is done, and jitter in [0, 1). */
  wait?: (ms: number) => Promise<unknown>;
  random?: () => number;
}

export interface SourceReply {
  /** 304 only when the request said which edition is known. */
  status: number;
  header(name: string): string | null;
  bytes: Buffer;
  readonly text: string;
}

export interface GetOptions<T> {
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  /** Makes the answer from a reply. Whatever it throws means that the body is not of the protocol. */
  read(reply: SourceReply): T;
}

const retryDelaysMs = [500, 1_000, 2_000] as const;
/** A source that wants a longer pause is left to the next run. */
const longestPauseMs = 10_000;
const mostBytes = 64 * 1024 * 1024;

/** Reads from one source over HTTP: GET alone, no redirects, few tries, and nothing of what it says gets into an error. */
export class SourceClient {
  readonly #options: SourceClientOptions;
  readonly #agent: LazyAgent;

  constructor(options: SourceClientOptions) {
    this.#options = options;
    this.#agent = lazyAgent(
      ({ Agent }) => new Agent({ connect: { timeout: options.connectMs ?? 3_000 }, keepAliveTimeout: 4_000 }),
    );
  }

  /** Reads one answer, trying again after 0.5, 1 and 2 s with jitter where that may help. Throws SourceFailure. */
  async get<T>(call: SourceCall, path: string, options: GetOptions<T>): Promise<T> {
    const { wait = sleep, random = Math.random } = this.#options;
    for (let tries = 0; ; tries++) {
      try {
        return await call.attempt(() => this.#send(call, path, options));
      } catch (error) {
        call.signal?.throwIfAborted();
        if (!(error instanceof SourceFailure) || !error.isRetryable || tries >= call.retries) throw error;
        const delayMs = retryDelaysMs[Math.min(tries, 2)]! * (0.75 + 0.5 * random());
        const pauseMs = Math.max(delayMs, error.retryAfterMs ?? 0);
        if (pauseMs > longestPauseMs) throw error;
        await wait(pauseMs);
      }
    }
  }

  close(): Promise<void> {
    return this.#agent.close();
  }

  async #send<T>(call: SourceCall, path: string, { query, headers, read }: GetOptions<T>): Promise<T> {
    const { baseUrl, totalMs = 15_000, headers: own } = this.#options;
    const deadline = AbortSignal.timeout(totalMs);
    const signal = call.signal ? AbortSignal.any([deadline, call.signal]) : deadline;
    const search = query === undefined ? "" : `?${new URLSearchParams(query).toString()}`;
    try {
      const answer = await request(`${baseUrl}${path}${search}`, {
        headers: { accept: "*/*", "user-agent": "property-intelligence", ...own, ...headers },
        dispatcher: this.#agent.get(),
        signal,
      });
      const reply = await readReply(answer);
      const failure = failureOfStatus(reply.status, retryAfterOf(reply));
      if (failure) throw failure;
      return readProtocol(reply, read);
    } catch (error) {
      throw asFailure(error);
    }
  }
}

async function readReply({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<SourceReply> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > mostBytes) throw new SourceFailure("MALFORMED_BODY");
  }
  const bytes = Buffer.concat(chunks);
  return {
    status: statusCode,
    header: (name) => {
      const value = headers[name];
      return (Array.isArray(value) ? value[0] : value) ?? null;
    },
    bytes,
    get text() {
      return bytes.toString("utf8");
    },
  };
}

function readProtocol<T>(reply: SourceReply, read: (reply: SourceReply) => T): T {
  try {
    return read(reply);
  } catch (error) {
    throw error instanceof SourceFailure ? error : new SourceFailure("MALFORMED_BODY");
  }
}

/** `Retry-After` as seconds or as a date; null when it is neither. */
function retryAfterOf(reply: SourceReply): number | null {
  const text = reply.header("retry-after");
  if (text === null) return null;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const at = Date.parse(text);
  const answeredAt = Date.parse(reply.header("date") ?? "");
  return Number.isNaN(at) || Number.isNaN(answeredAt) ? null : Math.max(0, at - answeredAt);
}

function asFailure(error: unknown): SourceFailure {
  if (error instanceof SourceFailure) return error;
  const { name, code } = error as { name?: string; code?: string };
  const isLate = name === "TimeoutError" || /TIMEOUT/.test(code ?? "");
  return new SourceFailure(isLate ? "TIMEOUT" : "NETWORK_ERROR", {
    // The kind of the failure alone: messages of the network layer name addresses.
    cause: new Error(code ?? name ?? "unknown"),
  });
}

/** The edition that the headers of a reply name. */
export function versionOf(reply: SourceReply): {
  etag: string | null;
  lastModified: Date | null;
  sha256: null;
} {
  const at = Date.parse(reply.header("x-soda2-truth-last-modified") ?? reply.header("last-modified") ?? "");
  return { etag: reply.header("etag"), lastModified: Number.isNaN(at) ? null : new Date(at), sha256: null };
}
