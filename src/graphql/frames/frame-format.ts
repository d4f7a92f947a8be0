/** The path at which a subgraph changes a connection from HTTP to frames, and the name of the protocol. */
export const framesPath = "/graphql/frames";
export const framesProtocol = "hub-frames";

/** Version of the frames. Both sides send theirs in their first frame. */
export const framesVersion = 1;

/** What a frame is. */
export const frameKinds = {
  /** Subgraph to router, first: its version and a challenge. */
  challenge: 1,
  /** Router to subgraph, first: its version, its part of the session's key, and the largest response it reads. */
  hello: 2,
  /** Subgraph to router: the session is open; proves that it knows the secret. */
  ready: 3,
  requests: 4,
  answers: 5,
  cancel: 6,
  ping: 7,
  pong: 8,
  /** Subgraph to router: send no more requests, and close the connection after the last response. */
  leaving: 9,
} as const;

export type FrameKind = (typeof frameKinds)[keyof typeof frameKinds];

/** Length of what follows it (4 bytes), and the kind (1 byte). */
const headBytes = 5;
/** Length of the code that seals a frame of the router. */
export const sealBytes = 32;

/** A frame without a seal. */
export function printFrame(kind: FrameKind, text: string): Buffer {
  const length = Buffer.byteLength(text);
  const frame = Buffer.allocUnsafe(headBytes + length);
  writeHead(frame, kind);
  frame.write(text, headBytes, encodingOf(text, length));
  return frame;
}

/** A frame whose text follows the code that `seal` makes of it. */
export function printSealedFrame(kind: FrameKind, text: string, seal: (body: Buffer) => Buffer): Buffer {
  const start = headBytes + sealBytes;
  const length = Buffer.byteLength(text);
  const frame = Buffer.allocUnsafe(start + length);
  writeHead(frame, kind);
  frame.write(text, start, encodingOf(text, length));
  frame.set(seal(frame.subarray(start)), headBytes);
  return frame;
}

/** Text of ASCII alone is the same in both encodings, and copied where the other one is translated. */
function encodingOf(text: string, bytes: number): "latin1" | "utf8" {
  return bytes === text.length ? "latin1" : "utf8";
}

function writeHead(frame: Buffer, kind: FrameKind): void {
  frame.writeUInt32BE(frame.length - 4, 0);
  frame[4] = kind;
}

/** Why a connection cannot be used any longer: the other side does not keep to the protocol. */
export class ProtocolError extends Error {}

/** Puts frames together from the pieces that they arrive in. */
export class FrameReader {
  readonly #take: (kind: number, body: Buffer) => void;
  #maxBytes: number;
  #pieces: Buffer[] = [];
  #bytes = 0;
  /** Bytes of the frame that has begun, with its length; 0 while that is not known. */
  #needed = 0;

  /** `take` gets each frame in order. A frame over `maxBytes` is refused before it is kept. */
  constructor(maxBytes: number, take: (kind: number, body: Buffer) => void) {
    this.#maxBytes = maxBytes;
    this.#take = take;
  }

  set maxBytes(bytes: number) {
    this.#maxBytes = bytes;
  }

  /** Throws a ProtocolError for a length that no frame may have. */
  read(chunk: Buffer): void {
    let rest = chunk;
    if (this.#pieces.length > 0) {
      this.#pieces.push(chunk);
      this.#bytes += chunk.length;
      if (this.#bytes < Math.max(this.#needed, headBytes)) return;
      rest = Buffer.concat(this.#pieces);
      this.#pieces = [];
    }
    let start = 0;
    for (;;) {
      const available = rest.length - start;
      this.#needed = available < 4 ? 0 : this.#lengthOf(rest.readUInt32BE(start));
      if (this.#needed === 0 || available < this.#needed) break;
      this.#take(rest[start + 4]!, rest.subarray(start + headBytes, start + this.#needed));
      start += this.#needed;
    }
    if (start === rest.length) return;
    this.#pieces = [rest.subarray(start)];
    this.#bytes = rest.length - start;
  }

  #lengthOf(length: number): number {
    if (length < 1 || length > this.#maxBytes)
      throw new ProtocolError("A frame has a length that is not allowed.");
    return 4 + length;
  }
}
