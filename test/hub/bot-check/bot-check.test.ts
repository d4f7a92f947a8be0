import { afterAll, beforeAll, expect, test } from "vitest";
import { DomainError } from "../../../src/errors.ts";
import { newId } from "../../../src/ids.ts";
import type { BotCheck, BotVerdict } from "../../../subgraphs/hub/bot-check/bot-check.port.ts";
import { checkBot, purgeBotTokens } from "../../../subgraphs/hub/bot-check/bot-check.service.ts";
import type { BotPolicy } from "../../../subgraphs/hub/bot-check/bot-verdict.ts";
import { createHubApp, type HubApp } from "../support/hub-app.ts";

const noon = new Date("2026-05-01T12:00:00.000Z");
const inMinutes = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);
const good: BotVerdict = {
  isValid: true,
  isSpent: false,
  score: 0.9,
  action: "create_payment",
  hostname: "shop.example",
  challengeAt: noon,
};
const party = { isStandIn: false, asked: 0, answer: async (): Promise<BotVerdict> => good };
const botCheck: BotCheck = {
  get isStandIn() {
    return party.isStandIn;
  },
  verify: () => (party.asked++, party.answer()),
};
const botPolicy: BotPolicy = { minScore: 0.5, hostnames: null, failOpen: false };

let app: HubApp;
beforeAll(async () => {
  app = await createHubApp({ botCheck, botPolicy });
});
afterAll(() => app?.close());

const check = (token: string, at = noon) =>
  checkBot(app.contextFor("usr_1", { at }), { token, action: "create_payment" }).then(
    () => "passed",
    (error: unknown) => (error as DomainError).details["reason"] ?? (error as DomainError).code,
  );

test("a human passes, once per token", async () => {
  const token = newId("tok");
  const asked = party.asked;
  const answers = await Promise.all(Array.from({ length: 10 }, () => check(token)));
  expect(answers.filter((answer) => answer === "passed")).toHaveLength(1);
  expect(answers.filter((answer) => answer === "duplicate")).toHaveLength(9);
  expect(party.asked - asked).toBe(1);
});

test("a token is remembered for ten minutes", async () => {
  const token = newId("tok");
  party.answer = async () => ({ ...good, challengeAt: noon });
  expect(await check(token)).toBe("passed");
  expect(await check(token, new Date(inMinutes(10).getTime() - 1))).toBe("duplicate");
  party.answer = async () => ({ ...good, challengeAt: inMinutes(10) });
  expect(await check(token, inMinutes(10))).toBe("passed");
  party.answer = async () => good;
});

test("only hashes of tokens are stored, and no longer than needed", async () => {
  const token = newId("tok");
  await check(token);
  const rows = () =>
    app.database.query<{ token_hash: string }>("SELECT token_hash FROM hub.bot_check_tokens");
  expect(JSON.stringify(await rows())).not.toContain(token);
  await purgeBotTokens(app.contextFor(null, { at: inMinutes(30) }));
  expect(await rows()).toEqual([]);
});

test("a rejection has its reason, never the score", async () => {
  party.answer = async () => ({ ...good, score: 0.123 });
  const error = await checkBot(app.contextFor("usr_1", { at: noon }), {
    token: newId("tok"),
    action: "create_payment",
  }).catch((thrown: unknown) => thrown as DomainError);
  expect(error).toMatchObject({ code: "BOT_CHECK_FAILED", status: 400, details: { reason: "low_score" } });
  expect(JSON.stringify(error)).not.toContain("0.123");
  party.answer = async () => good;
});

test("while the vendor is unreachable every request is rejected, and the token may be used again", async () => {
  const token = newId("tok");
  party.answer = async () => {
    throw new DomainError("BOT_CHECK_UNAVAILABLE", "Down.", { retryable: true });
  };
  expect(await check(token)).toBe("BOT_CHECK_UNAVAILABLE");
  party.answer = async () => good;
  expect(await check(token)).toBe("passed");
});

test("with BOT_FAIL_OPEN all requests pass while the vendor is unreachable, but none that it rejects", async () => {
  const open = { ...botPolicy, failOpen: true };
  const ctx = app.contextFor("usr_1", { at: noon });
  const passing = { ...ctx, ports: { ...ctx.ports, botPolicy: open } };
  const show = () => checkBot(passing, { token: newId("tok"), action: "create_payment" });
  party.answer = async () => {
    throw new DomainError("BOT_CHECK_UNAVAILABLE", "Down.");
  };
  await show();
  party.answer = async () => ({ ...good, score: 0 });
  await expect(show()).rejects.toMatchObject({ code: "BOT_CHECK_FAILED" });
  party.answer = async () => good;
});

test("tokens for tests may be used repeatedly and at any time, but only at a stand-in", async () => {
  party.isStandIn = true;
  expect([await check("test-pass"), await check("test-pass", inMinutes(99))]).toEqual(["passed", "passed"]);
  party.isStandIn = false;
  expect([await check("test-pass"), await check("test-pass")]).toEqual(["passed", "duplicate"]);
});
