import { session } from "../../session/session.ts";
import { createSignal } from "../../state/signal.ts";

/** State of one rate limit window of the principal. */
export interface LimitWindow {
  name: string;
  limit: number;
  remaining: number;
  resetSeconds: number;
}

/** Rate limit windows from the headers of the last response. Empty without limits, null before the first request. */
export const limitWindows = createSignal<readonly LimitWindow[] | null>(null);

session.identity.subscribe(() => limitWindows.set(null));

/** Parses `RateLimit-Policy` and `RateLimit` headers into windows. */
export function readWindows(headers: readonly (readonly [string, string])[]): void {
  const values = new Map(headers);
  const stands = new Map(
    [...(values.get("ratelimit") ?? "").matchAll(/"([\w-]+)";r=(\d+);t=(\d+)/g)].map(
      ([, name, remaining, resetSeconds]) => [
        name!,
        { remaining: Number(remaining), resetSeconds: Number(resetSeconds) },
      ],
    ),
  );
  const policies = [...(values.get("ratelimit-policy") ?? "").matchAll(/"([\w-]+)";q=(\d+)/g)];
  limitWindows.set(
    policies.flatMap(([, name, limit]) => {
      const stand = stands.get(name!);
      return stand ? [{ name: name!, limit: Number(limit), ...stand }] : [];
    }),
  );
}
