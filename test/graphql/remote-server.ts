import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { onTestFinished } from "vitest";
import { principalHeader, readPrincipal } from "../../src/access/principal-header.ts";

export const secret = "secret-of-the-remote-executor-tests";

/** One request as the server read it. */
export interface SeenRequest {
  query: string;
  variables: Record<string, unknown>;
  requestId: string;
  /** Answers it; a text is sent as it is. */
  answer(reply: object | string, status?: number): void;
  response: ServerResponse;
  socket: Socket;
  /** True when the other side has gone without an answer. */
  isGone: boolean;
}

/** A subgraph at the wire whose every answer is the test's to give. */
export interface RemoteServer {
  url: string;
  requests: SeenRequest[];
  connections: Socket[];
  server: Server;
}

/** Starts it on a port of its own; `react` is called with each request, and without it requests wait. */
export async function startRemote(react: (seen: SeenRequest) => void = () => {}): Promise<RemoteServer> {
  const requests: SeenRequest[] = [];
  const connections: Socket[] = [];
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const seen = await readRequest(request, response);
    requests.push(seen);
    react(seen);
  };
  const server = createServer((request, response) => void serve(request, response));
  server.on("connection", (socket) => connections.push(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, connections, server };
}

async function readRequest(request: IncomingMessage, response: ServerResponse): Promise<SeenRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { query, variables } = JSON.parse(Buffer.concat(chunks).toString("utf8")) as SeenRequest;
  const header = String(request.headers[principalHeader]);
  const envelope = readPrincipal<{ requestId: string }>([secret], header, {
    audience: "toy",
    now: new Date(),
  });
  const seen: SeenRequest = {
    query,
    variables,
    requestId: envelope.requestId,
    answer: (reply, status = 200) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(typeof reply === "string" ? reply : JSON.stringify(reply));
    },
    response,
    socket: request.socket,
    isGone: false,
  };
  response.on("close", () => (seen.isGone = !response.writableFinished));
  return seen;
}
