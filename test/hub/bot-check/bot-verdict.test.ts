import { expect, test } from "vitest";
import type { BotVerdict } from "../../../subgraphs/hub/bot-check/bot-check.port.ts";
import { evaluateVerdict } from "../../../subgraphs/hub/bot-check/bot-verdict.ts";

const now = new Date("2026-05-01T12:00:00.000Z");
const agedMs = (ms: number) => new Date(now.getTime() - ms);
const policy = { minScore: 0.5, hostnames: ["shop.example"], failOpen: false };
const good: BotVerdict = {
  isValid: true,
  isSpent: false,
  score: 0.5,
  action: "create_payment",
  hostname: "shop.example",
  challengeAt: agedMs(120_000),
};

test.each<[string, Partial<BotVerdict>, string | null]>([
  ["the least score at the greatest age", {}, null],
  ["a lower score", { score: 0.49 }, "low_score"],
  ["no score", { score: null }, "invalid"],
  ["an age over 120 seconds", { challengeAt: agedMs(120_001) }, "expired"],
  ["a clock a little ahead of ours", { challengeAt: agedMs(-60_000) }, null],
  ["a moment to come", { challengeAt: agedMs(-60_001) }, "invalid"],
  ["no moment", { challengeAt: null }, "invalid"],
  ["another action", { action: "login" }, "action_mismatch"],
  ["no action", { action: null }, "action_mismatch"],
  ["another host", { hostname: "evil.example" }, "hostname_mismatch"],
  ["no host", { hostname: null }, "hostname_mismatch"],
  ["a refusal", { isValid: false }, "invalid"],
  ["a spent token", { isValid: false, isSpent: true }, "expired"],
])("%s", (_what, changed, fault) => {
  expect(evaluateVerdict({ ...good, ...changed }, policy, { action: "create_payment", now })).toBe(fault);
});

test("without a host restriction no host is required; with an empty list none is accepted", () => {
  const asked = (hostnames: string[] | null) =>
    evaluateVerdict(
      { ...good, hostname: "any.example" },
      { ...policy, hostnames },
      { action: "create_payment", now },
    );
  expect(asked(null)).toBeNull();
  expect(asked([])).toBe("hostname_mismatch");
});
