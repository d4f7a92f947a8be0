import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** What Node's responses have besides their public members. */
interface NodeResponse extends Record<symbol, unknown> {
  /** The head, once it is written. */
  _header: string | null;
  _headerSent: boolean;
  /** True once all of it is written. */
  finished: boolean;
}

/** By this member Node's responses know that the system has taken all of them. Null in a version of Node without it. */
let finishedMark: symbol | null | undefined;

function markOf(response: ServerResponse): symbol | null {
  const isMark = ({ description }: symbol) => description === "kWritableFinished";
  finishedMark ??= Object.getOwnPropertySymbols(response).find(isMark) ?? null;
  return finishedMark;
}

/** True for a response of which nothing is written, on a connection that is kept. */
export function canBeWhole({ req, shouldKeepAlive, headersSent }: ServerResponse): boolean {
  return shouldKeepAlive && !headersSent && req.httpVersion === "1.1";
}

/**
 * Sends a response as one text. Node's `end` holds back what it writes, lists it, and finishes the response in a later
 * tick. Here the response is finished as soon as the system has the text, which mostly is at once. One that waits for its
 * turn on the connection, or whose client has disconnected, is left to `end`.
 */
export function sendWhole(
  response: ServerResponse,
  status: number,
  { head, body, encoding }: { head: string; body: string; encoding: BufferEncoding },
): void {
  const node = response as unknown as NodeResponse;
  const { socket } = response;
  response.statusCode = status;
  node._header = head;
  if (!socket?.writable || markOf(response) === null) return void response.end(body, encoding);
  node._headerSent = true;
  node.finished = true;
  socket.write(head + body, encoding);
  if (socket.writableLength === 0) finish(response, socket);
  else socket.write("", () => finish(response, socket));
}

/** A connection that failed ends the response as closed. */
function finish(response: ServerResponse, socket: Socket): void {
  if (socket.errored) return;
  (response as unknown as NodeResponse)[finishedMark!] = true;
  response.emit("finish");
}
