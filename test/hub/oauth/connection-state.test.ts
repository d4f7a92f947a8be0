import fc from "fast-check";
import { expect, test } from "vitest";
import {
  evaluateToken,
  pauseAfter,
  renewalOf,
  shownStatus,
} from "../../../subgraphs/hub/oauth/connection-state.ts";
import { withOutcome } from "../../../subgraphs/hub/oauth/return-url.ts";

const now = new Date("2026-05-01T12:00:00Z");
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);

const good = {
  status: "connected" as const,
  errorCode: null as string | null,
  accessTokenSealed: "a",
  refreshTokenSealed: "r" as string | null,
  accessExpiresAt: minutes(60) as Date | null,
  renewAt: minutes(55) as Date | null,
  refreshRetryAt: null as Date | null,
};
const due = { ...good, accessExpiresAt: minutes(4), renewAt: minutes(-1) };
const over = { ...good, accessExpiresAt: minutes(-1), renewAt: minutes(-6) };
const gone = { accessTokenSealed: null, refreshTokenSealed: null, status: "revoked" as const };

test.each([
  ["a fresh token", good, "use", "connected"],
  ["one that does not end", { ...good, accessExpiresAt: null, renewAt: null }, "use", "connected"],
  ["one that ends soon", due, "renew", "connected"],
  ["one that ends soon, in a pause", { ...due, refreshRetryAt: minutes(1) }, "use", "connected"],
  ["one that ends soon, after a pause", { ...due, refreshRetryAt: now }, "renew", "connected"],
  ["one that has ended", over, "renew", "connected"],
  [
    "one in trouble that has ended",
    { ...over, errorCode: "x", refreshRetryAt: minutes(1) },
    "pause",
    "error",
  ],
  ["one in trouble that is good still", { ...due, errorCode: "x" }, "renew", "connected"],
  ["one that cannot be renewed", { ...due, refreshTokenSealed: null }, "use", "connected"],
  ["one that cannot be renewed and has ended", { ...over, refreshTokenSealed: null }, "reconnect", "expired"],
  ["one whose grant has ended", { ...over, ...gone }, "reconnect", "revoked"],
] as const)("%s", (_what, row, verdict, status) => {
  expect([evaluateToken(row, now), shownStatus(row, now)]).toEqual([verdict, status]);
});

test("a token is renewed 5 minutes before its expiry, or halfway through a short lifetime, and never at once", () => {
  expect(renewalOf(3600, now)).toEqual({ access_expires_at: minutes(60), renew_at: minutes(55) });
  expect(renewalOf(300, now)).toEqual({ access_expires_at: minutes(5), renew_at: minutes(2.5) });
  expect(renewalOf(null, now)).toEqual({ access_expires_at: null, renew_at: null });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), (seconds) => {
      const { access_expires_at: end, renew_at: from } = renewalOf(seconds, now);
      expect(from!.getTime()).toBeGreaterThan(now.getTime());
      expect(end!.getTime() - from!.getTime()).toBeLessThanOrEqual(300_000);
    }),
  );
});

test("a provider's backoff grows with each failure, up to 5 minutes", () => {
  expect([1, 2, 3, 9, 100].map(pauseAfter)).toEqual([2_000, 4_000, 8_000, 300_000, 300_000]);
});

test("the outcome replaces earlier outcome parameters of a URL, and nothing else", () => {
  const outcome = { status: "denied", provider: "google", connectionId: null };
  expect(withOutcome("https://app.example/x?a=1&connectionId=old&status=old#part", outcome)).toBe(
    "https://app.example/x?a=1&status=denied&provider=google#part",
  );
});
