import { expect } from "vitest";
import { readConfig } from "../../../src/config/config.ts";
import { newId } from "../../../src/ids.ts";
import type { Answer, TestApp } from "../../support/app.ts";
import { atProcessor, settled } from "../../support/processor.ts";

export interface Payer {
  id: string;
  headers: Record<string, string>;
}

/** A new user. */
export async function createPayer(app: TestApp): Promise<Payer> {
  const id = newId("usr");
  const token = await app.tokenFor({ sub: id, email: `${id}@payers.example` });
  return { id, headers: { authorization: `Bearer ${token}` } };
}

/** Saves one of the processor's test cards with a payer, as its own pages do. */
export async function saveCard(app: TestApp, payer: Payer, card: string): Promise<string> {
  const { secret } = readConfig({}).externalServices.processor;
  const response = await fetch(`${app.sandboxUrl}/processor/v1/payment_methods/${card}/attach`, {
    method: "POST",
    headers: { authorization: `Bearer ${secret}`, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ customer: await customerOf(app, payer) }),
  });
  return ((await response.json()) as { id: string }).id;
}

async function customerOf(app: TestApp, { id }: Payer): Promise<string> {
  const [row] = await app.database.query<{ id: string }>(
    "SELECT customer_id AS id FROM hub.processor_customers WHERE owner_id = $1",
    [id],
  );
  return row!.id;
}

/** Pays for a plan of `central` on the processor's page. */
export async function subscribe(
  app: TestApp,
  payer: Payer,
  plan: object = { planId: "starter" },
): Promise<void> {
  const body = { appId: "central", ...plan };
  const opened = await app.post("/subscriptions/create-checkout", body, payer.headers);
  if (opened.status !== 200) throw new Error(opened.text);
  await atProcessor(app, `/checkout/${opened.body.sessionId}/pay`);
  await settled(app);
}

/** The processor's own id of a payer's subscription. */
export async function processorIdOf(app: TestApp, { id }: Payer): Promise<string> {
  const [row] = await app.database.query<{ id: string }>(
    "SELECT processor_subscription_id AS id FROM hub.subscriptions WHERE owner_id = $1 AND status <> 'canceled'",
    [id],
  );
  return row!.id;
}

/** That an answer is this refusal, in the body of the `{success}` family. */
export function expectRefusal(answer: Answer, code: string, status: number): void {
  const { body } = answer;
  expect([answer.status, body]).toMatchObject([
    status,
    { success: false, code, details: expect.any(Object) },
  ]);
}
