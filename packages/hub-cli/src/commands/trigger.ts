import { randomUUID } from "node:crypto";
import { send } from "@hub-platform/client/send";
import { connect, type GlobalOptions } from "../connect.ts";
import type { Environment } from "../credentials.ts";
import { forward, targetOf } from "../forward.ts";
import { plain, printResult } from "../output.ts";
import { UsageError } from "../usage-error.ts";

export interface TriggerOptions extends GlobalOptions {
  endpoint?: string;
  forwardTo?: string;
  secret?: string;
}

interface Documented {
  webhooks: Record<string, { post: { requestBody: { content: Record<string, { example: object }> } } }>;
}

/**
 * With `--endpoint`, the platform sends a `webhook.test` event. With `--forward-to`, this program sends the documented
 * example of any event, signed with the secret. Without an event, lists the events.
 */
export async function trigger(
  event: string | undefined,
  options: TriggerOptions,
  env: Environment,
): Promise<void> {
  const client = await connect(options, env);
  if (options.endpoint !== undefined) {
    if (event !== undefined && event !== "webhook.test")
      throw new UsageError(
        "The platform sends only webhook.test to an endpoint. Use --forward-to for other events.",
      );
    const path = `/webhooks/endpoints/${encodeURIComponent(options.endpoint)}/test`;
    const { success: _, ...delivery } = (await send(client, { method: "POST", path, body: {} }))
      .body as Record<string, unknown>;
    return printResult(delivery, "json");
  }
  const { body } = await send(client, { method: "GET", path: "/openapi/central.json" });
  const events = new Map(Object.entries((body as Documented).webhooks));
  if (event === undefined)
    return void process.stdout.write([...events.keys()].map((one) => `${one}\n`).join(""));
  const example = events.get(event)?.post.requestBody.content["application/json"]?.example;
  if (!example) throw new UsageError(`There is no event ${plain(event)}. Run \`hub trigger\` to list all.`);
  const secret = options.secret ?? env["HUB_WEBHOOK_SECRET"];
  if (options.forwardTo === undefined || secret === undefined)
    throw new UsageError("Give --forward-to and a secret (--secret or HUB_WEBHOOK_SECRET), or --endpoint.");
  const target = targetOf(options.forwardTo);
  const id = `evt_${randomUUID().replaceAll("-", "")}`;
  const text = JSON.stringify({ ...example, id, timestamp: new Date().toISOString() });
  process.stdout.write(`${event} ${id} -> ${await forward(target, { id, body: text, secret })}\n`);
}
