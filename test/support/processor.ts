import type { TestApp } from "./app.ts";

/** A switch of the processor's stand-in, or a button of its pages. */
export async function atProcessor(app: TestApp, path: string, body: object = {}): Promise<void> {
  const response = await fetch(`${app.sandboxUrl}/processor${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
}

/** Waits until the processor has told us of all that has happened there. */
export const settled = (app: TestApp): Promise<void> => atProcessor(app, "/webhooks/settled");
