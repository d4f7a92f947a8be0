import { afterAll, beforeAll, expect, test } from "vitest";
import type { TokenSession } from "../../../src/access/token-session.ts";
import { newId } from "../../../src/ids.ts";
import { purgeSessions, markRevoked } from "../../../subgraphs/hub/sessions/session.rows.ts";
import { SessionRecorder } from "../../../subgraphs/hub/sessions/session-recorder.service.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { silentLog } from "../../support/silent-log.ts";
import { createHubApp, type HubApp } from "../support/hub-app.ts";

const owner = "demo-pia";
const start = new Date("2030-01-01T12:00:00Z");
const after = (seconds: number) => new Date(start.getTime() + seconds * 1_000);
const client = { ip: "203.0.113.9", userAgent: "curl/8" };

let app: HubApp;
beforeAll(async () => {
  app = await createHubApp();
});
afterAll(() => app?.close());

const em = () => app.contextFor(null).em;
function newRecorder(): SessionRecorder {
  const recorder = new SessionRecorder({ log: silentLog, holdMs: 60_000 });
  recorder.start(em);
  return recorder;
}
const newSession = (more: Partial<TokenSession> = {}): TokenSession => ({
  id: newId("ses"),
  name: "s",
  isRevocable: true,
  expiresAtSeconds: after(3_600).getTime() / 1_000,
  lifetimeSeconds: 3_600,
  ...more,
});
const rowOf = async (id: string) =>
  (
    await app.database.query<{
      last_seen_at: Date;
      expires_at: Date;
      kept_until: Date | null;
      network: string;
    }>("SELECT last_seen_at, expires_at, kept_until, network FROM hub.user_sessions WHERE id = $1", [id])
  )[0];

test("a session is written once a minute, however many processes see it", async () => {
  const session = newSession();
  const [one, two] = [newRecorder(), newRecorder()];
  const note = async (recorder: SessionRecorder, seconds: number) => {
    recorder.note(session, owner, after(seconds), client);
    await recorder.flush();
    return (await rowOf(session.id))?.last_seen_at;
  };
  expect(await note(one, 0)).toEqual(after(0));
  expect(await note(one, 59)).toEqual(after(0));
  expect(await note(two, 30)).toEqual(after(0));
  expect(await note(one, 60)).toEqual(after(60));
  expect((await rowOf(session.id))?.network).toBe("203.0.113.0/24");
});

test("many sessions are one statement, and a bound keeps their number small", async () => {
  const recorder = newRecorder();
  const sessions = Array.from({ length: 5_002 }, () => newSession());
  for (const session of sessions) recorder.note(session, owner, start, client);
  await recorder.flush();
  const written = async () => {
    const sql = "SELECT count(*)::int AS n FROM hub.user_sessions WHERE id = ANY ($1)";
    const [row] = await app.database.query<{ n: number }>(sql, [sessions.map(({ id }) => id)]);
    return row!.n;
  };
  expect(await written()).toBe(5_000);
  for (const session of sessions) recorder.note(session, owner, start, client);
  await recorder.flush();
  expect(await written()).toBe(5_002);
});

test("a failure to write loses nothing but time, and users who were erased get no row", async () => {
  let isDown = true;
  const recorder = new SessionRecorder({ log: silentLog, holdMs: 60_000 });
  recorder.start(() => {
    if (isDown) throw new Error("down");
    return em();
  });
  const [session, orphan] = [newSession(), newSession()];
  recorder.note(session, owner, start, client);
  await recorder.flush();
  isDown = false;
  recorder.note(session, owner, start, client);
  recorder.note(orphan, "nobody-any-more", start, undefined);
  await recorder.flush();
  expect([(await rowOf(session.id)) !== undefined, await rowOf(orphan.id)]).toEqual([true, undefined]);
});

test("a router in another process learns of a revoked session by the hub's field, at the next request", async () => {
  const own = await app.as("usr_far", { sid: "far" });
  const balance = () => app.get("/credits/balance/central", own);
  expect((await balance()).status).toBe(200);
  await app.contextFor(null).ports.sessions.flush();
  const sql =
    "UPDATE hub.user_sessions SET revoked_at = now(), kept_until = now() WHERE owner_id = 'usr_far'";
  await app.changeAccess(sql);
  const refused = await balance();
  expect([refused.status, refused.body.code]).toEqual([401, "SESSION_REVOKED"]);
  expect((await app.get("/credits/balance/central", await app.as("usr_far", { sid: "near" }))).status).toBe(
    200,
  );
});

test("a revocation is kept until the longest token lifetime has passed, and longer while new tokens come", async () => {
  const recorder = newRecorder();
  const days = 86_400;
  const session = newSession({ lifetimeSeconds: 10 * days });
  recorder.note(session, owner, start, client);
  await recorder.flush();
  await asSystem(em(), (own) => markRevoked(own, owner, session.id, start));
  const purgeAt = async (seconds: number) => {
    await purgeSessions(em(), after(seconds));
    return (await rowOf(session.id)) !== undefined;
  };
  expect(await purgeAt(10 * days)).toBe(true);
  // A token of the revoked session that was issued later.
  const newer = { ...session, expiresAtSeconds: after(20 * days).getTime() / 1_000 };
  recorder.note(newer, owner, after(5 * days), client);
  await recorder.flush();
  expect((await rowOf(session.id))?.last_seen_at).toEqual(start);
  expect(await purgeAt(20 * days)).toBe(true);
  expect(await purgeAt(20 * days + 301)).toBe(false);
});

test("sessions are deleted when they are no longer listed, single tokens when they have expired", async () => {
  const recorder = newRecorder();
  const [named, token] = [newSession(), newSession({ name: null })];
  for (const session of [named, token]) recorder.note(session, owner, start, client);
  await recorder.flush();
  await purgeSessions(em(), after(2 * 86_400));
  expect([(await rowOf(named.id)) !== undefined, await rowOf(token.id)]).toEqual([true, undefined]);
  await purgeSessions(em(), after(30 * 86_400));
  expect(await rowOf(named.id)).toBeUndefined();
});
