import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { WebSocket } from "ws";
import { newId } from "../../src/ids.ts";
import { systemClock } from "../../src/time/clock.ts";
import { ConnectionCounts } from "../graphql/connection-counts.ts";
import { keepAlive } from "../graphql/sockets.ts";
import type { HubClient } from "../http/message-links.ts";
import { addressKey } from "../limits/address-key.ts";
import { createCallLine } from "./call-line.ts";
import { FramePacer } from "./frame-pacer.ts";
import { maxMessageChars, readCarrierMessage } from "./media-messages.ts";
import { MediaSession } from "./media-session.ts";
import type { Speech } from "./speech.port.ts";

/** Bounds of media streams. One of them takes at most about a megabyte. */
const mediaLimits = {
  /** Streams of a process whose token was accepted. */
  streams: 500,
  /**
   * Connections whose token was not accepted yet, of a process and of one address. Clients without a token take these
   * places alone, and those of calls stay free. A carrier has few addresses, and waits for less than a second.
   */
  waiting: 200,
  waitingPerAddress: 100,
  /** A connection without a valid start message for this long is closed. */
  startWaitMs: 10_000,
  /** Messages per second; a carrier sends 50 frames. After a pause of the network it sends those of several seconds at once. */
  messagesPerSecond: 150,
  messagesAtOnce: 500,
  /** Audio that the carrier does not read. */
  bufferedBytes: 512 * 1024,
  /** Longest stream: the longest call and a minute. */
  streamMs: 3_660_000,
};

export interface MediaDoorOptions {
  callGateway: HubClient;
  speech: Speech;
  log: Logger;
  /** Receives for each frame how late it was sent, in milliseconds. */
  frameLate?(ms: number): void;
}

/** Path of media streams, for the carrier's WebSocket. */
const mediaPath = "/carrier/media/:callId";

/**
 * Mounts media streams of calls. A connection may do nothing before its `start` message names the token that was given to the
 * carrier for this call, once. When the server closes, streams end with 1001, and the carrier goes on by HTTP.
 */
export function mountMediaDoor(server: FastifyInstance, options: MediaDoorOptions): void {
  const counts = new ConnectionCounts();
  const pacer = new FramePacer(options.frameLate);
  const sessions = new Set<MediaSession>();
  server.addHook("preClose", async () => {
    for (const session of sessions) session.end(1001, "Going away");
  });
  server.get<{ Params: { callId: string } }>(mediaPath, { websocket: true }, (socket: WebSocket, request) => {
    const place = takePlace(counts, addressKey(request.ip));
    if (place === null) return socket.close(1013, "Too many connections");
    const { callId } = request.params;
    let session: MediaSession | null = null;
    const stopPings = keepAlive(socket);
    const tooLate = setTimeout(() => socket.close(1008, "Not started"), mediaLimits.startWaitMs);
    const tooLong = setTimeout(() => session?.end(1000, "Too long"), mediaLimits.streamMs);
    tooLate.unref();
    tooLong.unref();
    const rate = countRate(mediaLimits.messagesPerSecond, mediaLimits.messagesAtOnce);
    socket.on("message", (data, isBinary) => {
      // `ws` gives text as one buffer.
      const bytes = data as Buffer;
      if (isBinary || bytes.length > maxMessageChars || !rate()) return socket.close(1008, "Not accepted");
      const message = readCarrierMessage(bytes.toString("utf8"));
      if (message === null) return socket.close(1007, "Not a message of a media stream");
      if (session === null) {
        if (message.event === "connected") return undefined;
        if (message.event !== "start") return socket.close(1008, "Not started");
        clearTimeout(tooLate);
        const about = { callId, token: message.token, requestId: newId("req"), clock: systemClock };
        session = new MediaSession({
          ...options,
          socket: boundedSocket(socket),
          line: createCallLine(options.callGateway, about),
          pacer,
          now: () => performance.now(),
          admit: () => socket.readyState === socket.OPEN && place.admit(),
        });
        sessions.add(session);
      }
      session.receive(message);
      return undefined;
    });
    socket.once("close", () => {
      stopPings();
      clearTimeout(tooLate);
      clearTimeout(tooLong);
      place.leave();
      session?.end();
      if (session) sessions.delete(session);
    });
    return undefined;
  });
}

/** The place of one connection: among those that wait, then among the streams. */
interface Place {
  /** Changes the place for that of a stream; false where there is none. */
  admit(): boolean;
  /** Gives the place back. Idempotent. */
  leave(): void;
}

/** A place for a connection that waits, or null where there is none. */
function takePlace(counts: ConnectionCounts, address: string): Place | null {
  const own = `address ${address}`;
  if (!counts.take("waiting", mediaLimits.waiting)) return null;
  if (!counts.take(own, mediaLimits.waitingPerAddress)) {
    counts.release("waiting");
    return null;
  }
  let held: readonly string[] = ["waiting", own];
  const leave = () => {
    for (const key of held) counts.release(key);
    held = [];
  };
  return {
    leave,
    admit: () => {
      leave();
      if (!counts.take("streams", mediaLimits.streams)) return false;
      held = ["streams"];
      return true;
    },
  };
}

/** Cuts a carrier off that does not read. */
function boundedSocket(socket: WebSocket) {
  return {
    send: (text: string) => {
      if (socket.readyState !== socket.OPEN) return;
      if (socket.bufferedAmount > mediaLimits.bufferedBytes) return socket.terminate();
      socket.send(text);
    },
    close: (code: number, reason: string) => socket.close(code, reason),
  };
}

/** False for messages beyond so many in a second, after so many at once. */
function countRate(perSecond: number, atOnce: number): () => boolean {
  let [left, since] = [atOnce, performance.now()];
  return () => {
    const now = performance.now();
    left = Math.min(atOnce, left + ((now - since) * perSecond) / 1_000) - 1;
    since = now;
    return left >= 0;
  };
}
