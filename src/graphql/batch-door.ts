import type { ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import { endOf } from "./client-disconnect.ts";
import { isPromise, type MaybePromise } from "../concurrency/maybe-promise.ts";
import { batchPath, batchSignatureHeader, printAnswer, type BatchEntry } from "./batch-format.ts";
import { keepJsonBytes } from "./json-bytes.ts";
import type { AnswerRequest, DoorAnswer } from "./answer-request.ts";

export interface BatchDoorOptions {
  answer: AnswerRequest;
  /** The entries of a batch. Throws UNAUTHORIZED for an unauthorized sender. */
  readBatch(body: Buffer, signature: unknown): BatchEntry[];
  /** Runs one request inside a span. Default: without. */
  traced?: TraceRequest;
}

/** Runs one request inside a span, below the trace context that these headers have. */
export type TraceRequest = <T>(
  headers: Readonly<Record<string, unknown>>,
  work: () => MaybePromise<T>,
) => MaybePromise<T>;

export const untraced: TraceRequest = (_headers, work) => work();

/**
 * Mounts POST `/graphql/batch`: several requests of a router in one. Each runs for itself, and is answered as at
 * `/graphql`, as soon as it can be: a slow one delays no other.
 */
export async function mountBatchDoor(
  server: FastifyInstance,
  { answer, readBatch, traced = untraced }: BatchDoorOptions,
): Promise<void> {
  await server.register(async (scope) => {
    keepJsonBytes(scope);
    scope.post(batchPath, (request, reply) => {
      const entries = readBatch(request.body as Buffer, request.headers[batchSignatureHeader]);
      reply.hijack();
      const response = new BatchResponse(reply.raw, entries.length);
      const signal = endOf(reply.raw);
      for (const [index, { body, call, trace }] of entries.entries()) {
        const result = traced(trace ?? {}, () => answer(body, { ...call, signal }));
        if (isPromise(result)) void result.then((settled) => response.add(index, settled));
        else response.add(index, result);
      }
    });
  });
}

/** The results in order of completion; those of one tick of the event loop are written together. */
class BatchResponse {
  readonly #response: ServerResponse;
  #missing: number;
  #lines = "";
  #isScheduled = false;

  constructor(response: ServerResponse, count: number) {
    this.#response = response;
    this.#missing = count;
    response.setHeader("content-type", "text/plain; charset=utf-8");
    response.setHeader("cache-control", "no-store");
    if (count === 0) response.end();
  }

  add(index: number, { statusCode, text }: DoorAnswer): void {
    this.#lines += printAnswer({ index, statusCode, text });
    this.#missing -= 1;
    if (this.#missing > 0 && this.#isScheduled) return;
    if (this.#missing === 0) return this.#send();
    this.#isScheduled = true;
    setImmediate(() => this.#send());
  }

  #send(): void {
    const lines = this.#lines;
    this.#lines = "";
    this.#isScheduled = false;
    // A client that disconnected reads nothing more.
    if (this.#response.destroyed || this.#response.writableEnded) return;
    if (this.#missing === 0) this.#response.end(lines);
    else this.#response.write(lines);
  }
}
