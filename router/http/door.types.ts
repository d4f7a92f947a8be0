import type { Readable } from "node:stream";
import type { CallSource } from "./call.ts";

/** A request as a door reads it: Fastify's, or one that is answered directly on Node's server. */
export interface DoorRequest extends CallSource {
  method: string;
  /** The parsed body. */
  body: unknown;
  log: Record<"info" | "error", (details: object, message: string) => void>;
}

/** The reply to such a request. Names of headers are in lower case. */
export interface DoorReply {
  raw: { on(event: "close", listener: () => void): unknown; writableFinished: boolean };
  code(status: number): unknown;
  header(name: string, value: string): unknown;
  hasHeader(name: string): boolean;
  headers(values: Record<string, string>): unknown;
  /** Ends the reply. A stream's end can be awaited. */
  send(body: string | Readable | null): unknown;
}

/** Ends the reply with a value as JSON. */
export function sendJson(reply: DoorReply, status: number, value: unknown): void {
  reply.code(status);
  reply.header("content-type", "application/json; charset=utf-8");
  reply.send(JSON.stringify(value));
}
