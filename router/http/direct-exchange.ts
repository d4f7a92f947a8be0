import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import type { Logger } from "pino";
import { answerError } from "./answer.ts";
import type { DoorReply, DoorRequest } from "./door.types.ts";
import type { CommonHeaders } from "./response-head.ts";
import { canBeWhole, sendWhole } from "./whole-response.ts";

/** What a server does for every request, also for those that it answers directly. */
export interface ServerSteps {
  log: Logger;
  /** Base of the addresses of error documentation. Default: errors name none. */
  publicUrl?: string;
  /** Headers of all responses, by lower-case name. */
  headers: Readonly<Record<string, string>>;
  /** The id of a request, from its `x-request-id`. */
  requestId(given: string | string[] | undefined): string;
  /** The address of the client, which may be behind trusted proxies. */
  addressOf(request: IncomingMessage): string;
  /** True once each response is to be the last on its connection. */
  isDraining(): boolean;
  /** Called before a response is sent. */
  sending?(request: DoorRequest, status: number): void;
  /** Called when a response was sent. */
  sent?(exchange: { request: DoorRequest; status: number; durationMs: number }): void;
}

const noQuery: Readonly<Record<string, string>> = Object.freeze(
  Object.create(null) as Record<string, string>,
);

/** The route of a direct request: its pattern, and what stands for the pattern's parameters. */
export interface DirectPlace {
  routeOptions: { url: string };
  params?: Readonly<Record<string, string>> | undefined;
}

/** A request that is answered without Fastify. It has what the doors read of Fastify's requests. */
export class DirectRequest implements DoorRequest {
  readonly id: string;
  readonly method = "POST";
  readonly headers: IncomingMessage["headers"];
  readonly query = noQuery;
  readonly params: Readonly<Record<string, string>>;
  readonly routeOptions: { url: string };
  body: unknown = undefined;
  readonly #raw: IncomingMessage;
  readonly #steps: ServerSteps;
  #log: Logger | null = null;

  constructor(raw: IncomingMessage, { routeOptions, params = noQuery }: DirectPlace, steps: ServerSteps) {
    this.params = params;
    this.#raw = raw;
    this.#steps = steps;
    this.headers = raw.headers;
    this.routeOptions = routeOptions;
    this.id = steps.requestId(raw.headers["x-request-id"]);
  }

  get url(): string {
    return this.#raw.url ?? "";
  }

  get ip(): string {
    return this.#steps.addressOf(this.#raw);
  }

  /** Its lines have the request's id, as Fastify's have. */
  get log(): Logger {
    return (this.#log ??= this.#steps.log.child({ reqId: this.id }));
  }
}

/** The reply to such a request: one text. */
export class DirectReply implements DoorReply {
  readonly raw: ServerResponse;
  readonly #request: DirectRequest;
  readonly #steps: ServerSteps;
  readonly #common: CommonHeaders;
  /** Names and values in turn, each name once. */
  readonly #headers: string[];
  #status = 200;

  constructor(raw: ServerResponse, request: DirectRequest, common: CommonHeaders, steps: ServerSteps) {
    this.raw = raw;
    this.#request = request;
    this.#steps = steps;
    this.#common = common;
    this.#headers = ["x-request-id", request.id];
  }

  code(status: number): this {
    this.#status = status;
    return this;
  }

  header(name: string, value: string): this {
    const headers = this.#headers;
    for (let index = 0; index < headers.length; index += 2) {
      if (headers[index] !== name) continue;
      headers[index + 1] = value;
      return this;
    }
    headers.push(name, value);
    return this;
  }

  hasHeader(name: string): boolean {
    for (let index = 0; index < this.#headers.length; index += 2)
      if (this.#headers[index] === name) return true;
    return this.#common.values.has(name);
  }

  headers(values: Record<string, string>): this {
    for (const name of Object.keys(values)) this.header(name, values[name]!);
    return this;
  }

  send(body: string | Readable | null): void {
    if (typeof body === "object" && body !== null) throw new Error("Only whole responses are sent directly.");
    const status = this.#status;
    this.#steps.sending?.(this.#request, status);
    const text = body ?? "";
    const bytes = Buffer.byteLength(text);
    // Text of ASCII alone is the same in both encodings, and is written without being encoded.
    const encoding = bytes === text.length ? "latin1" : "utf8";
    const head = canBeWhole(this.raw) ? this.#common.headOf(status, this.#headers, bytes) : null;
    if (head !== null) return sendWhole(this.raw, status, { head, body: text, encoding });
    this.raw.writeHead(status, [...this.#common.with(this.#headers), "content-length", String(bytes)]);
    this.raw.end(text, encoding);
  }

  /** Answers what was thrown before or beside the door's own answer. */
  fail(thrown: unknown): void {
    if (this.raw.headersSent) {
      this.#request.log.error({ err: thrown }, "request failed");
      return void this.raw.destroy();
    }
    answerError({ request: this.#request, reply: this }, thrown, { publicUrl: this.#steps.publicUrl });
  }

  get status(): number {
    return this.#status;
  }
}
