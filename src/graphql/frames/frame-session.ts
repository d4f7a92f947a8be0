import type { Socket } from "node:net";
import { isPromise } from "../../concurrency/maybe-promise.ts";
import type { AnswerRequest, DoorAnswer } from "../answer-request.ts";
import type { TraceRequest } from "../batch-door.ts";
import { toCall, type CallFacts, type CallTrust } from "../call-envelope.ts";
import {
  FrameReader,
  frameKinds,
  framesVersion,
  printFrame,
  ProtocolError,
  sealBytes,
  type FrameKind,
} from "./frame-format.ts";
import {
  frameLimits,
  printLine,
  readCancelled,
  readEntries,
  readHello,
  tooLargeStatus,
  type Definition,
  type FramedRequest,
} from "./frame-messages.ts";
import { readVariables } from "./packed-rows.ts";
import { FrameSeal, newSessionValue } from "./frame-seal.ts";

export interface FrameSessionOptions {
  answer: AnswerRequest;
  trust: CallTrust;
  traced: TraceRequest;
}

const helloBytes = 1024;
const helloMs = 5_000;
/** Routers send something every five seconds. */
const silenceMs = 30_000;
/** Bytes of responses that may wait for the router before nothing more is read from it, and before it is cut off. */
const unreadBytes = { pause: 1024 * 1024, cut: 128 * 1024 * 1024 } as const;
/** How long a router may read nothing. */
const stallMs = 30_000;
/** Text of a frame of responses, in characters, at which it is sent. */
const flushLength = 256 * 1024;

/** The subgraph's side of one session. A router that does not keep to the protocol is disconnected. */
export class FrameSession {
  readonly #socket: Socket;
  readonly #options: FrameSessionOptions;
  readonly #reader: FrameReader;
  readonly #challenge = newSessionValue();
  readonly #startedAt = performance.now();
  readonly #documents: string[] = [];
  readonly #callers: CallFacts[] = [];
  /** By id modulo its length. A Map that changes constantly would keep what it held until it is collected as a whole. */
  readonly #open: (OpenRequest | null)[] = Array.from({ length: frameLimits.openRequests }, () => null);
  #seal: FrameSeal | null = null;
  #maxAnswerBytes = 0;
  #lines = "";
  #isReading = false;
  #isScheduled = false;
  #receivedAt = performance.now();
  #tickedAt = performance.now();
  #stalledAt: number | null = null;

  constructor(socket: Socket, options: FrameSessionOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#reader = new FrameReader(helloBytes, (kind, body) => this.#take(kind, body));
  }

  /** `head` has the bytes that came with the request for frames. */
  start(head: Buffer): void {
    const socket = this.#socket.setNoDelay(true).setTimeout(0);
    socket.on("data", (chunk: Buffer) => this.#read(chunk));
    socket.on("drain", () => this.#resume());
    socket.once("end", () => socket.end());
    socket.once("close", () => {
      for (const request of this.#open) request?.end.abort();
    });
    this.#write(frameKinds.challenge, JSON.stringify({ version: framesVersion, challenge: this.#challenge }));
    if (head.length > 0) this.#read(head);
  }

  /** Checks the time limits. `isLeaving` asks the router to send no more. */
  tick(isLeaving: boolean): void {
    const now = performance.now();
    // A process that stood still has not read what arrived.
    if (now - this.#tickedAt > 5_000) this.#receivedAt = now;
    this.#tickedAt = now;
    const isSilent = this.#stalledAt === null && now - this.#receivedAt > silenceMs;
    const isStalled = this.#stalledAt !== null && now - this.#stalledAt > stallMs;
    const isLate = this.#seal === null && now - this.#startedAt > helloMs;
    if (isSilent || isStalled || isLate) return void this.#socket.destroy();
    if (!isLeaving) return;
    // Without a session there are no requests that could be lost.
    if (this.#seal === null) this.#socket.destroy();
    else this.#write(frameKinds.leaving, "");
  }

  #read(chunk: Buffer): void {
    if (this.#socket.destroyed) return;
    this.#receivedAt = performance.now();
    this.#isReading = true;
    try {
      this.#reader.read(chunk);
    } catch (error) {
      const { log } = this.#options.trust;
      log.warn(
        { reason: error instanceof ProtocolError ? error.message : "failure" },
        "a router's session was ended",
      );
      this.#socket.destroy();
    }
    this.#isReading = false;
    this.#flush();
  }

  #take(kind: number, sealed: Buffer): void {
    if (this.#socket.destroyed) return;
    if (this.#seal === null) return this.#greet(kind, sealed);
    const body = this.#seal.open(kind, sealed);
    if (body === null) throw new ProtocolError("A frame has no valid seal.");
    if (kind === frameKinds.requests) for (const entry of readEntries(body)) this.#enter(entry);
    else if (kind === frameKinds.cancel) this.#cancel(readCancelled(body));
    else if (kind === frameKinds.ping) this.#write(frameKinds.pong, "");
    else throw new ProtocolError("A frame is of an unknown kind.");
  }

  /** The first frame: it is sealed with one of the secrets, which counts from then on. */
  #greet(kind: number, sealed: Buffer): void {
    if (kind !== frameKinds.hello) throw new ProtocolError("The first frame is no hello.");
    const { secrets, audience } = this.#options.trust;
    const { nonce, maxAnswerBytes } = readHello(sealed.subarray(sealBytes));
    const parts = { audience, challenge: this.#challenge, nonce };
    const seals = secrets.map((secret) => new FrameSeal(secret, parts));
    const seal = seals.find((one) => one.open(kind, sealed) !== null);
    if (!seal) throw new ProtocolError("The first frame has no valid seal.");
    this.#seal = seal;
    this.#maxAnswerBytes = maxAnswerBytes;
    this.#reader.maxBytes = frameLimits.requestBytes;
    this.#write(frameKinds.ready, JSON.stringify({ proof: seal.proof() }));
  }

  #enter(entry: Definition | FramedRequest): void {
    if (entry[0] === "d") define(this.#documents, entry[1], entry[2], frameLimits.documents);
    else if (entry[0] === "c") define(this.#callers, entry[1], entry[2], frameLimits.callers);
    else this.#run(entry);
  }

  #run([id, document, caller, requestId, others, packed, operationName, trace]: FramedRequest): void {
    const query = this.#documents[document];
    const facts = typeof caller === "number" ? this.#callers[caller] : caller;
    if (query === undefined || facts === undefined)
      throw new ProtocolError("A request names what is not there.");
    const place = placeOf(id);
    if (this.#open[place] !== null) throw new ProtocolError("A request has the place of another.");
    const { answer, traced, trust } = this.#options;
    const end = new AbortController();
    const call = { ...toCall(facts, requestId, trust.log), signal: end.signal };
    this.#open[place] = { id, end };
    const variables = readVariables(others, packed);
    const body = operationName ? { query, variables, operationName } : { query, variables };
    const answered = traced(trace ?? {}, () => answer(body, call));
    if (isPromise(answered)) void answered.then((settled) => this.#add(id, settled));
    else this.#add(id, answered);
  }

  #cancel(id: number): void {
    const request = this.#open[placeOf(id)];
    if (request?.id === id) request.end.abort();
  }

  /** Responses of one frame, or of one tick of the event loop, are sent together. */
  #add(id: number, { statusCode, text }: DoorAnswer): void {
    this.#open[placeOf(id)] = null;
    const isTooLarge = text.length > this.#maxAnswerBytes;
    this.#lines += isTooLarge ? printLine(id, tooLargeStatus, "") : printLine(id, statusCode, text);
    if (this.#lines.length >= flushLength) return this.#flush();
    if (this.#isReading || this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#flush());
  }

  #flush(): void {
    this.#isScheduled = false;
    if (this.#lines === "") return;
    const lines = this.#lines;
    this.#lines = "";
    this.#write(frameKinds.answers, lines);
  }

  #write(kind: FrameKind, text: string): void {
    const socket = this.#socket;
    if (!socket.writable) return;
    socket.write(printFrame(kind, text));
    if (socket.writableLength > unreadBytes.cut) socket.destroy();
    else if (socket.writableLength > unreadBytes.pause && this.#stalledAt === null) {
      this.#stalledAt = performance.now();
      socket.pause();
    }
  }

  /** The router has read what waited for it. */
  #resume(): void {
    if (this.#stalledAt === null) return;
    this.#stalledAt = null;
    this.#receivedAt = performance.now();
    this.#socket.resume();
  }
}

interface OpenRequest {
  id: number;
  end: AbortController;
}

/** A router has as many requests open as there are places, each in its own. */
function placeOf(id: number): number {
  const place = id % frameLimits.openRequests;
  if (Number.isInteger(place) && place >= 0) return place;
  throw new ProtocolError("The id of a request is no number.");
}

function define<T>(places: T[], number: number, value: T, max: number): void {
  const isNext = Number.isInteger(number) && number >= 0 && number <= places.length && number < max;
  if (!isNext) throw new ProtocolError("A number is not one that may be given.");
  places[number] = value;
}
