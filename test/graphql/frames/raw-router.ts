import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { signBody } from "../../../src/access/body-signature.ts";
import {
  FrameReader,
  frameKinds,
  framesPath,
  framesProtocol,
  framesVersion,
  printSealedFrame,
  type FrameKind,
} from "../../../src/graphql/frames/frame-format.ts";
import { FrameSeal } from "../../../src/graphql/frames/frame-seal.ts";
import { framesRequest } from "../../../src/graphql/frames/frames-request.ts";
import { until } from "../../support/poll.ts";

export const secret = "secret-of-the-frame-tests";
export const anonymousFacts = {
  principal: { kind: "anonymous" },
  appId: null,
  idempotencyKey: null,
  publicUrl: "http://x",
  client: null,
  clockAt: null,
};

export interface RawOptions {
  secret?: string;
  audience?: string;
  signature?: string | null;
  path?: string;
  version?: number;
  maxAnswerBytes?: number;
  /** Sends the frames one byte at a time. */
  torn?: boolean;
}

/** The router's side of a session, byte by byte. */
export class RawRouter {
  readonly socket: Socket;
  readonly frames: { kind: number; text: string }[] = [];
  head = "";
  seal: FrameSeal | null = null;
  readonly #options: RawOptions;
  readonly #reader: FrameReader;

  private constructor(port: number, options: RawOptions) {
    this.#options = options;
    this.socket = connect(port, "127.0.0.1").setNoDelay(true);
    onTestFinished(() => void this.socket.destroy());
    this.#reader = new FrameReader(64 * 1024 * 1024, (kind, body) =>
      this.frames.push({ kind, text: body.toString("utf8") }),
    );
    this.socket.on("error", () => undefined);
    this.socket.on("data", (chunk: Buffer) => this.#read(chunk));
  }

  static async connect(port: number, options: RawOptions = {}): Promise<RawRouter> {
    const router = new RawRouter(port, options);
    const { path = framesPath, audience = "toy" } = options;
    const now = new Date();
    const signed = signBody(options.secret ?? secret, framesRequest, { audience, now });
    const signature = options.signature === undefined ? signed : options.signature;
    await once(router.socket, "connect");
    const lines = [
      `GET ${path} HTTP/1.1`,
      "host: x",
      "connection: Upgrade",
      `upgrade: ${framesProtocol}`,
      ...(signature === null ? [] : [`x-batch-signature: ${signature}`]),
    ];
    router.socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    await until("an answer", () => router.head.includes("\r\n\r\n"));
    return router;
  }

  /** An open session. */
  static async open(port: number, options: RawOptions = {}): Promise<RawRouter> {
    const router = await RawRouter.connect(port, options);
    await router.hello();
    await router.next(frameKinds.ready);
    return router;
  }

  async hello(): Promise<void> {
    const { challenge } = JSON.parse((await this.next(frameKinds.challenge)).text) as { challenge: string };
    const { audience = "toy", version = framesVersion, maxAnswerBytes = 1_000_000 } = this.#options;
    const nonce = "n".repeat(32);
    this.seal = new FrameSeal(this.#options.secret ?? secret, { audience, challenge, nonce });
    await this.send(frameKinds.hello, JSON.stringify({ version, nonce, maxAnswerBytes }));
  }

  sealed(kind: FrameKind, text: string): Buffer {
    return printSealedFrame(kind, text, (body) => this.seal!.next(kind, body));
  }

  async send(kind: FrameKind, text: string): Promise<void> {
    await this.write(this.sealed(kind, text));
  }

  async write(bytes: Buffer): Promise<void> {
    const pieces = this.#options.torn ? [...bytes].map((byte) => Buffer.from([byte])) : [bytes];
    for (const piece of pieces) {
      this.socket.write(piece);
      if (this.#options.torn) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** A request with a document and a caller of its own. */
  async ask(id: number, query: string, variables: object = {}): Promise<void> {
    const entries = [
      ["d", 0, query],
      ["c", 0, anonymousFacts],
      [id, 0, 0, `req_${id}`, variables, 0],
    ];
    await this.send(frameKinds.requests, JSON.stringify(entries));
  }

  /** The next frame of this kind. */
  async next(kind: FrameKind): Promise<{ kind: number; text: string }> {
    const find = () => this.frames.findIndex((frame) => frame.kind === kind);
    await until(`a frame of kind ${kind}`, () => find() >= 0);
    return this.frames.splice(find(), 1)[0]!;
  }

  get isClosed(): boolean {
    return this.socket.closed;
  }

  #read(chunk: Buffer): void {
    const isOpen = this.head.includes("\r\n\r\n");
    if (isOpen && this.head.startsWith("HTTP/1.1 101")) return this.#reader.read(chunk);
    this.head += chunk.toString("latin1");
    const end = this.head.indexOf("\r\n\r\n") + 4;
    if (end < 4 || !this.head.startsWith("HTTP/1.1 101")) return;
    const rest = Buffer.from(this.head.slice(end), "latin1");
    this.head = this.head.slice(0, end);
    if (rest.length > 0) this.#reader.read(rest);
  }
}
