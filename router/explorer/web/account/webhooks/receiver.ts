import type { ReceiverState } from "./webhooks.types.ts";

const path = "/explorer/receiver.json";

/** Loads the webhooks that the sandbox's receiver got. Throws an error with a readable message without a sandbox. */
export async function readReceiver(): Promise<ReceiverState> {
  return (await ask(path, "GET")) as ReceiverState;
}

/** Sets the response status for the next webhooks, and reloads the list. */
export async function failNext(status: number, times: number): Promise<ReceiverState> {
  await ask("/explorer/receiver/answers", "POST", { status, times });
  return readReceiver();
}

/** Clears the received requests and reads the list again. */
export async function clearReceived(): Promise<ReceiverState> {
  await ask(path, "DELETE");
  return readReceiver();
}

async function ask(url: string, method: string, body?: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method,
    cache: "no-store",
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
  if (response.status === 404) throw new Error("This platform runs without a sandbox.");
  if (!response.ok) throw new Error(`The server returned status ${response.status}.`);
  const text = await response.text();
  return text === "" ? null : (JSON.parse(text) as unknown);
}
