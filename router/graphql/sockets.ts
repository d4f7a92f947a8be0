import type { WebSocket } from "ws";

/** A client that does not answer a ping within this time is disconnected. */
const pingEveryMs = 12_000;

/** Resolves when the data left this process, so that a stream gives the next result only then. */
export function send(socket: WebSocket, data: string): Promise<void> {
  return new Promise((resolve) => {
    if (socket.readyState !== socket.OPEN) return resolve();
    socket.send(data, () => resolve());
  });
}

/** Pings the client, and cuts the connection when it does not answer. Answers what stops that. */
export function keepAlive(socket: WebSocket, everyMs = pingEveryMs): () => void {
  let isAlive = true;
  socket.on("pong", () => void (isAlive = true));
  const timer = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
