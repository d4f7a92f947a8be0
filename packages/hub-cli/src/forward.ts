import { signWebhook } from "@hub-platform/client/webhooks";
import { UsageError } from "./usage-error.ts";

const timeoutMs = 15_000;

/** The URL of `--forward-to`: a URL, or a port of this machine. Throws UsageError. */
export function targetOf(text: string): string {
  const url = /^\d{1,5}$/.test(text) ? `http://127.0.0.1:${text}/` : text;
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed || !["http:", "https:"].includes(parsed.protocol))
    throw new UsageError("--forward-to must be a port or an http URL.");
  return parsed.href;
}

/** Sends a signed event to a receiver. Returns the status, or the reason why there is none. */
export async function forward(
  target: string,
  { id, body, secret }: { id: string; body: string; secret: string },
): Promise<string> {
  const headers = { "content-type": "application/json", ...(await signWebhook({ id, body, secret })) };
  try {
    const response = await fetch(target, {
      method: "POST",
      headers,
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    return String(response.status);
  } catch {
    return "no response";
  }
}
