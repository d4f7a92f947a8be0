import { Stripe } from "stripe";
import { expect, onTestFinished } from "vitest";
import type { WebhookTarget } from "../../../sandbox/processor/events/webhook-delivery.ts";
import { sendJson, startTestSandbox } from "../start-test-sandbox.ts";
import type { SandboxOptions } from "../../../sandbox/sandbox.ts";
import { checkedAgainstPublishedShape, ShapeFaults } from "./published-shape.ts";

export interface ProcessorWorld {
  stripe: Stripe;
  /** `{sandboxUrl}/processor`. */
  url: string;
  sandboxUrl: string;
  /** Calls a control of the stand-in; throws unless it responds with 200. */
  // The shape is what the test is about.
  // oxlint-disable-next-line typescript/no-explicit-any
  control(path: string, body?: unknown): Promise<any>;
  close(): Promise<void>;
}

/**
 * A processor of the test's own and the official SDK in front of it. Every request that it sends and every reply that
 * it gets is held against the published description of the API.
 */
export async function startProcessor(
  options: { webhook?: WebhookTarget } & Partial<SandboxOptions> = {},
): Promise<ProcessorWorld> {
  const { webhook = null, ...overrides } = options;
  const sandbox = await startTestSandbox({ processor: { webhook }, ...overrides });
  const url = `${sandbox.url}/processor`;
  return {
    stripe: createStripe(url),
    url,
    sandboxUrl: sandbox.url,
    control: async (path, body = {}) => {
      const answer = await sendJson("POST", `${url}${path}`, body);
      if (answer.status !== 200)
        throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    close: sandbox.close,
  };
}

/** The SDK with the base path put before its own, as the adapter does it. The running test fails for a wrong shape. */
export function createStripe(baseUrl: string, config: Partial<Stripe.StripeConfig> = {}): Stripe {
  const faults = new ShapeFaults();
  onTestFinished(() => expect(faults.lines).toEqual([]));
  const base = new URL(baseUrl);
  const withBasePath: typeof fetch = (input, init) => {
    const asked = new URL(String(input));
    asked.pathname = `${base.pathname}${asked.pathname}`;
    // Reading the published document can take longer than the server keeps a connection: none is used twice.
    const headers = new Headers(init?.headers);
    headers.set("connection", "close");
    return fetch(asked, { ...init, headers });
  };
  return new Stripe("sk_test_sandbox_processor", {
    httpClient: Stripe.createFetchHttpClient(checkedAgainstPublishedShape(withBasePath, faults)),
    protocol: "http",
    host: base.hostname,
    port: base.port,
    maxNetworkRetries: 0,
    telemetry: false,
    ...config,
  });
}
