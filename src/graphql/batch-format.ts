import { checkBody, signBody } from "../access/body-signature.ts";
import { systemClock } from "../time/clock.ts";
import type { CallContext } from "../context.ts";
import type { TraceCarrier } from "../observability/tracing.ts";
import { printFacts, toCall, type CallFacts, type CallTrust } from "./call-envelope.ts";

/** The path where a subgraph accepts several requests of a router in one. */
export const batchPath = "/graphql/batch";

/** The header that a batch is signed in, as a whole. */
export const batchSignatureHeader = "x-batch-signature";

/** One GraphQL request of a batch, with the call that it is made for. */
export interface BatchEntry {
  call: CallContext;
  /** The JSON body that it would have at `/graphql`. */
  body: unknown;
  /** Trace context of the fetch as it was sent. */
  trace?: Readonly<Record<string, unknown>>;
}

interface PrintedEntry {
  requestId: string;
  call: CallFacts;
  trace?: Readonly<Record<string, unknown>>;
  body: unknown;
}

/** An entry as a batch carries it; `body` is JSON already. */
export function printEntry(call: CallContext, body: string, trace: TraceCarrier | null = null): string {
  const traced = trace ? `"trace":${JSON.stringify(trace)},` : "";
  return `{"requestId":${JSON.stringify(call.requestId)},"call":${printFacts(call)},${traced}"body":${body}}`;
}

/** A whole batch of printed entries, and the headers that let it in at the subgraph `audience`. */
export function printBatch(
  entries: readonly string[],
  { secret, audience }: { secret: string; audience: string },
): { body: Buffer; headers: Record<string, string> } {
  const body = Buffer.from(`[${entries.join(",")}]`);
  const signature = signBody(secret, body, { audience, now: systemClock.now() });
  return { body, headers: { "content-type": "application/json", [batchSignatureHeader]: signature } };
}

/**
 * The entries of a batch. Throws UNAUTHORIZED unless all of it was signed for this subgraph within the last minute, and
 * for one with a write that was accepted before.
 */
export function readBatch(
  batch: Buffer,
  signature: unknown,
  { secrets, audience, replays, log }: CallTrust,
): BatchEntry[] {
  const now = systemClock.now();
  replays.admit(checkBody(secrets, batch, signature, { audience, now }), batch, now);
  const entries = JSON.parse(batch.toString("utf8")) as PrintedEntry[];
  return entries.map(({ requestId, call, body, trace }) => ({
    call: toCall(call, requestId, log),
    body,
    ...(trace && { trace }),
  }));
}

/** The response to one entry. */
export interface EntryAnswer {
  index: number;
  statusCode: number;
  text: string;
}

/** An answer as it is sent: one line, since JSON text has no line break of its own. */
export function printAnswer({ index, statusCode, text }: EntryAnswer): string {
  return `${index} ${statusCode} ${text}\n`;
}

/** The text of an answer's pieces; mostly there is just one. */
export function textOf(pieces: readonly Buffer[]): string {
  return (pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)).toString("utf8");
}

const lineBreak = 10;

/** Puts answers together from the pieces that they arrive in. */
export class AnswerReader {
  #pieces: Buffer[] = [];

  /** The results that this chunk completes. Throws for a chunk that is not part of a valid response. */
  *read(piece: Buffer): Generator<EntryAnswer, undefined> {
    const end = piece.lastIndexOf(lineBreak);
    if (end < 0) {
      this.#pieces.push(piece);
      return;
    }
    this.#pieces.push(piece.subarray(0, end));
    const lines = textOf(this.#pieces).split("\n");
    this.#pieces = end + 1 < piece.length ? [piece.subarray(end + 1)] : [];
    for (const line of lines) yield readAnswer(line);
  }
}

function readAnswer(line: string): EntryAnswer {
  const afterIndex = line.indexOf(" ");
  const afterStatus = line.indexOf(" ", afterIndex + 1);
  const index = Number(line.slice(0, afterIndex));
  const statusCode = Number(line.slice(afterIndex + 1, afterStatus));
  if (afterIndex < 1 || afterStatus < 0 || !Number.isInteger(index) || !Number.isInteger(statusCode)) {
    throw new Error("A batch was answered with what is no answer to an entry.");
  }
  return { index, statusCode, text: line.slice(afterStatus + 1) };
}
