import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

/** One request as it arrived. */
export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  // The shape is what the test is about.
  // oxlint-disable-next-line typescript/no-explicit-any
  json: any;
}

/** Response of a receiver: a status, a whole response, or an action on the socket. */
export type Reply =
  | number
  | { status: number; headers?: Record<string, string>; body?: string }
  | ((response: ServerResponse) => void);

/** A webhook receiver, written by the standard and independent of our code. */
export interface Receiver {
  url: string;
  received: Received[];
  /** Most requests that were open at once. */
  readonly mostOpen: number;
  /** Replies to the next requests; the last one repeats. */
  reply(...replies: Reply[]): void;
  /** The event of the n-th request, its signature verified with the standard's own library; throws when it is not good. */
  // oxlint-disable-next-line typescript/no-explicit-any
  verify(index: number, secret: string): any;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let replies: Reply[] = [200];
  let open = 0;
  let mostOpen = 0;
  const server = createServer((request, response) => {
    open++;
    mostOpen = Math.max(mostOpen, open);
    response.on("close", () => open--);
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      received.push({ headers: request.headers, body, json: JSON.parse(body) });
      const reply = replies.length > 1 ? replies.shift()! : replies[0]!;
      if (typeof reply === "function") return reply(response);
      const { status, headers = {}, body: text = "" } = typeof reply === "number" ? { status: reply } : reply;
      response.writeHead(status, headers).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    get mostOpen() {
      return mostOpen;
    },
    reply: (...next) => {
      replies = next;
    },
    verify: (index, secret) => {
      const { headers, body } = received[index]!;
      return new Webhook(secret).verify(body, headers as Record<string, string>);
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
