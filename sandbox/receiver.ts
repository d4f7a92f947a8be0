import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { validationError } from "../src/errors.ts";
import { newId } from "../src/ids.ts";
import type { StandIn, StandInContext } from "./stand-in.ts";
import { zodFaults } from "./zod-faults.ts";

const maxKept = 200;
/** The request headers that are kept; the others are not needed for checking a webhook. */
const keptHeaders = ["content-type", "user-agent", "webhook-id", "webhook-timestamp", "webhook-signature"];

/** One webhook as a customer's own system got it. */
interface Received {
  id: string;
  at: string;
  /** The path after `/receiver/hooks/`. */
  inbox: string;
  headers: Record<string, string>;
  /** Byte for byte, as a signature needs it. */
  body: string;
  /** The status of the response. */
  status: number;
}

const answerSchema = z.strictObject({
  /** Status of the next answers. */
  status: z.int().min(200).max(599),
  /** The number of requests affected; afterwards 200 again. */
  times: z.int().min(1).max(1_000).default(1),
});

/**
 * A customer's webhook receiver, for developers without their own:
 *
 * POST   /receiver/hooks/{inbox}   accepts any webhook
 * GET    /receiver/received        received webhooks, newest first, and the responses to the next ones
 * POST   /receiver/answers         {status, times}: the responses to the next ones
 * DELETE /receiver/received        deletes all received webhooks
 */
export function createReceiverStandIn(): StandIn {
  return { name: "receiver", register: takeWebhooks };
}

function takeWebhooks(app: FastifyInstance, { clock, url }: StandInContext): void {
  let received: Received[] = [];
  let next: z.output<typeof answerSchema> | null = null;
  const control = { config: { isControl: true } };

  void app.register(async (hooks) => {
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser("*", { parseAs: "string" }, async (_request: unknown, text: string) => text);
    hooks.post<{ Params: { "*": string } }>("/hooks/*", async (request, reply) => {
      const { status } = next ?? { status: 200 };
      if (next) next = next.times > 1 ? { status, times: next.times - 1 } : null;
      const headers = keptHeaders.flatMap((name): [string, string][] => {
        const value = request.headers[name];
        return typeof value === "string" ? [[name, value]] : [];
      });
      received.unshift({
        id: newId("rcv"),
        at: clock.now().toISOString(),
        inbox: request.params["*"],
        headers: Object.fromEntries(headers),
        body: typeof request.body === "string" ? request.body : "",
        status,
      });
      received = received.slice(0, maxKept);
      return reply.code(status).send({ received: status < 300 });
    });
  });
  app.get("/received", control, async () => ({ hooksUrl: `${url()}/hooks`, received, next }));
  app.delete("/received", control, async (_request, reply) => {
    received = [];
    next = null;
    return reply.code(204).send();
  });
  app.post("/answers", control, async (request) => {
    const parsed = answerSchema.safeParse(request.body);
    if (!parsed.success) throw validationError(zodFaults(parsed.error));
    next = parsed.data;
    return { next };
  });
}
