import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { onTestFinished } from "vitest";
import { principalHeader, readPrincipal } from "../../src/access/principal-header.ts";
import { ReplayMemory } from "../../src/access/replay-memory.ts";
import { batchPath, batchSignatureHeader, printAnswer, readBatch } from "../../src/graphql/batch-format.ts";
import { toyCall } from "../federation/toy-graph.ts";

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
  /** True when the other side has disconnected without a response. */
  isGone: boolean;
}

/** A subgraph at the wire whose every answer is the test's to give. */
export interface RemoteServer {
  url: string;
  /** GraphQL requests, those of batches one by one. */
  requests: SeenRequest[];
  /** Path of each HTTP request. */
  paths: string[];
  connections: Socket[];
  server: Server;
}

/** Starts it on a port of its own; `react` is called with each request, and without it requests wait. */
export async function startRemote(
  react: (seen: SeenRequest) => void = () => {},
  { knowsBatches = true }: { knowsBatches?: boolean } = {},
): Promise<RemoteServer> {
  const requests: SeenRequest[] = [];
  const paths: string[] = [];
  const connections: Socket[] = [];
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    paths.push(request.url!);
    const isBatch = request.url === batchPath;
    if (isBatch && !knowsBatches) {
      response.writeHead(404).end("{}");
      return;
    }
    const body = Buffer.concat(chunks);
    const read = isBatch ? readEntries : readAlone;
    const seen = read(body, request, response);
    response.on("close", () => {
      for (const one of seen) one.isGone = !response.writableFinished;
    });
    requests.push(...seen);
    seen.forEach(react);
  };
  const server = createServer((request, response) => void serve(request, response));
  server.on("connection", (socket) => connections.push(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, requests, paths, connections, server };
}

function readAlone(body: Buffer, request: IncomingMessage, response: ServerResponse): SeenRequest[] {
  const { query, variables } = JSON.parse(body.toString("utf8")) as SeenRequest;
  const header = String(request.headers[principalHeader]);
  const { principal: envelope } = readPrincipal<{ requestId: string }>([secret], header, {
    audience: "toy",
    path: request.url!,
    body,
    now: new Date(),
  });
  const answer: SeenRequest["answer"] = (reply, status = 200) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(textOf(reply));
  };
  const { requestId } = envelope;
  return [{ query, variables, requestId, answer, response, socket: request.socket, isGone: false }];
}

/** Every entry can be answered for itself; the last answer ends the batch's. */
function readEntries(body: Buffer, request: IncomingMessage, response: ServerResponse): SeenRequest[] {
  const { log } = toyCall();
  const entries = readBatch(body, request.headers[batchSignatureHeader], {
    secrets: [secret],
    audience: "toy",
    replays: new ReplayMemory(),
    log,
  });
  let missing = entries.length;
  return entries.map(({ call, body: entry }, index) => ({
    ...(entry as Pick<SeenRequest, "query" | "variables">),
    requestId: call.requestId,
    answer: (reply, statusCode = 200) => {
      response.write(printAnswer({ index, statusCode, text: textOf(reply) }));
      missing -= 1;
      if (missing === 0) response.end();
    },
    response,
    socket: request.socket,
    isGone: false,
  }));
}

function textOf(reply: object | string): string {
  return typeof reply === "string" ? reply : JSON.stringify(reply);
}
