import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createLog } from "../../../src/observability/log.ts";
import type { PaymentProcessor } from "../../../subgraphs/hub/processor/processor.port.ts";
import { createStripeProcessor } from "../../../subgraphs/hub/processor/stripe.adapter.ts";

/** A request as the processor got it. */
export interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  form: Record<string, string>;
}

export interface Reply {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** Instead of an answer: nothing at all, a cut connection, or the head of one without its end. */
  trouble?: "silence" | "cut" | "stall";
}

/** A processor with responses set by the test, below a path prefix. */
export interface StandIn {
  processor: PaymentProcessor;
  seen: SeenRequest[];
  logLines: string[];
  answer(reply: (request: SeenRequest) => Reply): void;
  close(): Promise<void>;
}

export async function startStandIn(secretKey = "sk_test_of_the_tests"): Promise<StandIn> {
  const seen: SeenRequest[] = [];
  const logLines: string[] = [];
  let next: (request: SeenRequest) => Reply = () => ({ status: 500, body: {} });
  const server = createServer((request, response) => {
    void answerRequest(request, response);
  });
  const answerRequest = async (request: IncomingMessage, response: ServerResponse) => {
    const read = await readRequest(request);
    seen.push(read);
    send(response, next(read));
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const log = createLog({ level: "debug", destination: { write: (line) => void logLines.push(line) } });
  const processor = createStripeProcessor({
    secretKey,
    baseUrl: `http://127.0.0.1:${port}/processor`,
    webhookSecrets: ["whsec_of_the_tests"],
    log,
    timeoutMs: 300,
  });
  return {
    processor,
    seen,
    logLines,
    answer: (reply) => {
      seen.length = 0;
      next = reply;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readRequest(request: IncomingMessage): Promise<SeenRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method = "", url: path = "", headers } = request;
  const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString("utf8")));
  return { method, path, headers, form };
}

function send(response: ServerResponse, { status = 200, body = {}, headers = {}, trouble }: Reply): void {
  if (trouble === "silence") return;
  if (trouble === "cut") return void response.destroy();
  response.writeHead(status, { "content-type": "application/json", ...headers });
  if (trouble === "stall") return void response.write("{");
  response.end(JSON.stringify(body));
}
