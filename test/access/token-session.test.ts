import { expect, test } from "vitest";
import { readSession } from "../../src/access/token-session.ts";

const times = { iat: 1_800_000_000, exp: 1_800_003_600 };
const sessionOf = (payload: object, sub = "usr_a", claim?: string) => readSession(payload, sub, times, claim);

test("tokens of one sign-in have one session, of one user only", () => {
  const first = sessionOf({ sid: "s1", jti: "a", auth_time: 1 });
  expect(first).toMatchObject({ name: "s1", isRevocable: true, lifetimeSeconds: 3_600 });
  expect(sessionOf({ sid: "s1", jti: "b", auth_time: 2 }).id).toBe(first.id);
  expect(sessionOf({ sid: "s2", jti: "a", auth_time: 1 }).id).not.toBe(first.id);
  expect(sessionOf({ sid: "s1" }, "usr_b").id).not.toBe(first.id);
});

test("a token that names no session is one of its own by its ID", () => {
  const one = sessionOf({ jti: "a", auth_time: 1 });
  expect(one).toMatchObject({ name: null, isRevocable: true });
  expect(sessionOf({ jti: "a" }).id).toBe(one.id);
  expect(sessionOf({ jti: "b" }).id).not.toBe(one.id);
  // The ID of a token is no ID of a session.
  expect(sessionOf({ sid: "a" }).id).not.toBe(one.id);
});

test("tokens that name neither are grouped by their sign-in, and cannot be revoked", () => {
  const signedIn = sessionOf({ auth_time: 1 });
  expect(signedIn).toMatchObject({ name: null, isRevocable: false });
  expect(readSession({ auth_time: 1 }, "usr_a", { iat: 1_800_000_100, exp: 1_800_003_700 }).id).toBe(
    signedIn.id,
  );
  expect(sessionOf({ auth_time: 2 }).id).not.toBe(signedIn.id);
  const issued = sessionOf({});
  expect(issued.isRevocable).toBe(false);
  expect(readSession({}, "usr_a", { iat: 1_800_000_100, exp: 1_800_003_700 }).id).not.toBe(issued.id);
});

test("another claim can name the session, by name or dotted path", () => {
  const named = sessionOf({ "https://id.example/sid": "s" }, "usr_a", "https://id.example/sid");
  expect(named.name).toBe("s");
  expect(sessionOf({ session: { id: "s" } }, "usr_a", "session.id").id).toBe(named.id);
});

test.each([
  ["empty", ""],
  ["a number", 7],
  ["too long", "x".repeat(257)],
  ["not storable", "a\0b"],
  ["broken", "\ud800"],
])("a session name that is %s counts as absent", (_, sid) => {
  expect(sessionOf({ sid })).toMatchObject({ name: null, isRevocable: false });
});

test("times that no database can store are bounded", () => {
  const { expiresAtSeconds, lifetimeSeconds } = readSession({ sid: "s" }, "usr_a", {
    iat: -1e300,
    exp: 1e300,
  });
  expect([expiresAtSeconds, lifetimeSeconds]).toEqual([253_402_300_799, 2_147_483_647]);
  const odd = readSession({ sid: "s" }, "usr_a", { iat: "now" as unknown as number, exp: 1 });
  expect([odd.expiresAtSeconds, odd.lifetimeSeconds]).toEqual([1, 0]);
});
