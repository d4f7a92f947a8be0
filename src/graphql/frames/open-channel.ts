import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Pool } from "undici";
import { signBody } from "../../access/body-signature.ts";
import { systemClock } from "../../time/clock.ts";
import type { AnswerWay } from "../subgraph-answers.ts";
import { FrameChannel } from "./frame-channel.ts";
import {
  FrameReader,
  frameKinds,
  framesPath,
  framesProtocol,
  framesVersion,
  printSealedFrame,
  ProtocolError,
} from "./frame-format.ts";
import { framesRequest, framesSignatureHeader } from "./frames-request.ts";
import { readChallenge, readReady } from "./frame-messages.ts";
import { FrameSeal, isProof, newSessionValue } from "./frame-seal.ts";

const handshakeMs = 5_000;
/** Of a frame of the opening. */
const maxHandshakeBytes = 1024;

export interface SessionOptions {
  secret: string;
  /** The subgraph's name. */
  audience: string;
  /** The largest response that is read. */
  maxAnswerBytes: number;
  way: AnswerWay;
  whenLeft: () => void;
}

/**
 * Opens a session with a subgraph: an HTTP request, signed as all internal ones, asks for frames; then both sides name
 * their versions and prove that they know the secret. Rejects when the subgraph does not speak these frames.
 */
export async function openChannel(connections: Pool, options: SessionOptions): Promise<FrameChannel> {
  const { secret, audience } = options;
  const signature = signBody(secret, framesRequest, { audience, now: systemClock.now() });
  const { socket } = await connections.upgrade({
    path: framesPath,
    protocol: framesProtocol,
    headers: { [framesSignatureHeader]: signature },
    signal: AbortSignal.timeout(handshakeMs),
  });
  // Requests under way keep the process running by their deadlines; an idle session does not.
  (socket as Socket).setNoDelay(true).unref();
  try {
    const seal = await shakeHands(socket, options);
    return new FrameChannel(socket, { ...options, seal });
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** The seal of the session, once the subgraph has shown that it knows the secret. */
async function shakeHands(
  socket: Duplex,
  { secret, audience, maxAnswerBytes }: SessionOptions,
): Promise<FrameSeal> {
  const frames = new FirstFrames(socket);
  try {
    const { challenge } = readChallenge(await frames.next(frameKinds.challenge));
    const nonce = newSessionValue();
    const seal = new FrameSeal(secret, { audience, challenge, nonce });
    const hello = JSON.stringify({ version: framesVersion, nonce, maxAnswerBytes });
    socket.write(printSealedFrame(frameKinds.hello, hello, (body) => seal.next(frameKinds.hello, body)));
    const { proof } = readReady(await frames.next(frameKinds.ready));
    if (!isProof(seal, proof)) throw new ProtocolError("The subgraph does not know the secret.");
    return seal;
  } finally {
    frames.stop();
  }
}

/** The frames of the opening, one at a time: the subgraph sends each only after a frame of the router. */
class FirstFrames {
  readonly #socket: Duplex;
  readonly #reader: FrameReader;
  readonly #timer: NodeJS.Timeout;
  #take: ((kind: number, body: Buffer) => void) | null = null;
  #fail: ((error: Error) => void) | null = null;
  #early: [kind: number, body: Buffer][] = [];
  #failure: Error | null = null;

  constructor(socket: Duplex) {
    this.#socket = socket;
    this.#reader = new FrameReader(maxHandshakeBytes, (kind, body) => {
      if (this.#take) this.#take(kind, body);
      else this.#early.push([kind, body]);
    });
    this.#timer = setTimeout(
      () => this.#end(new ProtocolError("The subgraph took too long.")),
      handshakeMs,
    ).unref();
    socket.on("data", this.#read).on("error", this.#end).on("close", this.#closed);
  }

  /** The next frame, which must be of this kind. */
  async next(expected: number): Promise<Buffer> {
    const [kind, body] = await new Promise<[number, Buffer]>((resolve, reject) => {
      const [early] = this.#early.splice(0, 1);
      if (early) return resolve(early);
      if (this.#failure) return reject(this.#failure);
      this.#take = (...frame) => {
        this.#take = null;
        resolve(frame);
      };
      this.#fail = reject;
    });
    if (kind !== expected) throw new ProtocolError("A frame came before its turn.");
    return body;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#socket.off("data", this.#read).off("close", this.#closed);
    // Errors have no effect until the session's own listener is there.
    setImmediate(() => this.#socket.off("error", this.#end));
  }

  readonly #read = (chunk: Buffer): void => {
    try {
      this.#reader.read(chunk);
    } catch (error) {
      this.#end(error as Error);
    }
  };

  readonly #closed = (): void => this.#end(new ProtocolError("The subgraph closed the connection."));

  readonly #end = (error: Error): void => {
    this.#failure ??= error;
    this.#fail?.(error);
  };
}
