import { z } from "zod";
import type { PackedVariables } from "./packed-rows.ts";
import type { CallFacts } from "../call-envelope.ts";
import { framesVersion, ProtocolError } from "./frame-format.ts";

/** Limits of one connection, which the router keeps and the subgraph enforces. */
export const frameLimits = {
  /** Of a frame of requests, in bytes. */
  requestBytes: 1024 * 1024,
  /** Requests without a response. */
  openRequests: 1024,
  /** Numbered documents, and the length of each in characters. */
  documents: 1024,
  documentLength: 16 * 1024,
  /** Numbered callers, and the length of each in characters. */
  callers: 1024,
  callerLength: 4 * 1024,
} as const;

/** A document or a caller that later requests of the connection name by its number. */
export type Definition = ["d", number, string] | ["c", number, CallFacts];

/** A request: documents by number, callers by number or as they are. */
export type FramedRequest = [
  id: number,
  document: number,
  caller: number | CallFacts,
  requestId: string,
  variables: Record<string, unknown>,
  /** Variables that are lists of rows; 0 without any. */
  packed: PackedVariables | 0,
  operationName?: string | null,
  trace?: Readonly<Record<string, unknown>>,
];

const challengeSchema = z.object({ version: z.number(), challenge: z.string().max(100) });
const helloSchema = z.object({
  version: z.number(),
  nonce: z.string().min(16).max(100),
  maxAnswerBytes: z.int().min(1),
});
const readySchema = z.object({ proof: z.string().max(100) });

export const readChallenge = (body: Buffer) => readFirst(challengeSchema, body);
export const readHello = (body: Buffer) => readFirst(helloSchema, body);
export const readReady = (body: Buffer) => readWith(readySchema, body);

/** What a frame of requests has, in its order. The frame must have been checked, so its form is trusted. */
export function readEntries(body: Buffer): (Definition | FramedRequest)[] {
  return parseJson(body) as (Definition | FramedRequest)[];
}

/** The id of the request that a frame cancels. */
export function readCancelled(body: Buffer): number {
  return Number(body.toString("latin1"));
}

/** The first frame of a side, which has its version. */
function readFirst<T extends { version: number }>(schema: z.ZodType<T>, body: Buffer): T {
  const message = readWith(schema, body);
  if (message.version !== framesVersion)
    throw new ProtocolError("The other side has another version of frames.");
  return message;
}

function readWith<T>(schema: z.ZodType<T>, body: Buffer): T {
  const read = schema.safeParse(parseJson(body));
  if (!read.success) throw new ProtocolError("A frame does not have the form of its kind.");
  return read.data;
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch (cause) {
    throw new ProtocolError("A frame is not JSON.", { cause });
  }
}

/** The status of a response that is larger than the router reads: it has no text. */
export const tooLargeStatus = 0;

/** A response to a request, as one line: JSON text has no line break of its own. */
export function printLine(id: number, statusCode: number, text: string): string {
  return `${id} ${statusCode} ${text}\n`;
}

/** Calls back with each response of a frame. */
export function readLines(body: Buffer, take: (id: number, statusCode: number, text: string) => void): void {
  const lines = body.toString("utf8");
  for (let start = 0; start < lines.length;) {
    const afterId = lines.indexOf(" ", start);
    const afterStatus = lines.indexOf(" ", afterId + 1);
    const end = lines.indexOf("\n", afterStatus + 1);
    const id = Number(lines.slice(start, afterId));
    const statusCode = Number(lines.slice(afterId + 1, afterStatus));
    const isLine = afterId > start && afterStatus > afterId && end > 0;
    if (!isLine || !Number.isInteger(id) || !Number.isInteger(statusCode)) {
      throw new ProtocolError("A frame has a line that is no response.");
    }
    take(id, statusCode, lines.slice(afterStatus + 1, end));
    start = end + 1;
  }
}
