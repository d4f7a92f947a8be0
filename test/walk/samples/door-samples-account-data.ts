import { demoOrganizations } from "../../../src/demo-identities.ts";
import { newId } from "../../../src/ids.ts";
import type { TestApp } from "../../support/app.ts";
import type { Sample } from "./door-samples.ts";

const [{ id: organizationId }] = demoOrganizations as [(typeof demoOrganizations)[0]];
const asOwner = { account: organizationId, as: "eve" } as const;

/** No export runs, and none counts for today. */
async function withoutExports(app: TestApp): Promise<Record<string, never>> {
  await app.database.query(
    `UPDATE hub.data_exports SET created_at = created_at - interval '2 days',
       status = CASE WHEN status IN ('queued', 'running') THEN 'canceled' ELSE status END
     WHERE status IN ('queued', 'running') OR created_at > now() - interval '1 day'`,
  );
  return {};
}

/** An export of the organization that no job works on. */
async function newExport(app: TestApp, status: string): Promise<{ exportId: string }> {
  await withoutExports(app);
  const exportId = newId("dex");
  await app.database.query(
    `INSERT INTO hub.data_exports (id, owner_id, requested_by, file_id, status, created_at, updated_at)
     VALUES ($1, $2, 'demo-eve', $3, $4, now(), now())`,
    [exportId, organizationId, newId("file"), status],
  );
  return { exportId };
}

/** A session of the caller on another device. */
async function newSession(app: TestApp, headers: Record<string, string>): Promise<{ sessionId: string }> {
  const { body: me } = await app.get("/auth/me", headers);
  const authorization = `Bearer ${await app.tokenFor({ sub: me.user.id })}`;
  const { body } = await app.get("/sessions", { authorization });
  const sessions = body.sessions as { id: string; current: boolean }[];
  return { sessionId: sessions.find(({ current }) => current)!.id };
}

export const accountDataSamples: Record<string, Sample> = {
  AccountAuditLog: {
    ...asOwner,
    input: () => Promise.resolve({ action: "nothing", limit: 1 }),
    bad: { input: { member: "", from: "yesterday", limit: 201 }, paths: ["member", "from", "limit"] },
  },
  AccountAuditFile: {
    ...asOwner,
    input: () => Promise.resolve({ action: "nothing", format: "csv" }),
    bad: { input: { format: "xml", app: "" }, paths: ["format", "app"] },
  },
  AccountAuditCheck: {
    ...asOwner,
    input: () => Promise.resolve({ to: "2020-01-01T00:00:00.000Z" }),
    bad: {
      input: { from: "yesterday", knownSequence: 0, knownHash: "x" },
      paths: ["from", "knownSequence", "knownHash"],
    },
  },
  NotificationPreferences: { ...asOwner, input: () => Promise.resolve({}) },
  UpdateNotificationPreferences: {
    ...asOwner,
    input: () =>
      Promise.resolve({ preferences: [{ event: "webhook_disabled", channel: "email", enabled: false }] }),
    bad: {
      input: { preferences: [{ event: "everything", channel: "pigeon", enabled: false }] },
      paths: ["preferences.0.event", "preferences.0.channel"],
    },
  },
  // Of a person of their own, whom nobody else signs in as meanwhile.
  Sessions: { input: () => Promise.resolve({}), as: "usr_signed_in" },
  RevokeSession: {
    as: "usr_signed_out",
    input: newSession,
    bad: { input: { sessionId: "x".repeat(65) }, paths: ["sessionId"] },
    foreign: "NOT_FOUND",
  },
  DataExports: { ...asOwner, input: () => Promise.resolve({}) },
  DataExport: { ...asOwner, input: (app) => newExport(app, "failed"), foreign: "NOT_FOUND" },
  ExportMyData: {
    ...asOwner,
    input: withoutExports,
    bad: { input: { apps: [] }, paths: ["apps"] },
  },
  CancelDataExport: { ...asOwner, input: (app) => newExport(app, "queued"), foreign: "NOT_FOUND" },
};
