import { session } from "../../session/session.ts";
import { createSignal } from "../../state/signal.ts";

/** Where one window of the caller's limits stands. */
export interface LimitWindow {
  name: string;
  limit: number;
  remaining: number;
  resetSeconds: number;
}

/** The windows of the last call, as its headers told; none for who has no limits. Null before the first call. */
export const limitWindows = createSignal<readonly LimitWindow[] | null>(null);

session.identity.subscribe(() => limitWindows.set(null));

/** Reads `RateLimit-Policy` and `RateLimit` of an answer into the windows of the caller. */
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
