import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { foundOrganization, newMember, signUp } from "./organizations.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

test("the last owner of organizations closes the account once each has another owner, and may change their mind", async () => {
  const owner = await signUp(app);
  const first = await foundOrganization(app, owner);
  const second = await foundOrganization(app, owner);
  await newMember(app, first, "owner");
  const refused = await app.send("DELETE", "/auth/me", owner.headers);
  expect([refused.status, refused.body.code]).toEqual([409, "INVALID_STATE"]);
  expect(refused.body.details).toEqual({
    reason: "last_owner",
    organizations: [{ id: second, name: "Sample & Sons" }],
  });
  const { person: heir } = await newMember(app, second, "member");
  await app.post("/account/ownership-offers", { userId: heir.userId }, owner.in(second));
  const accepted = await app.post("/account/ownership-offers/accept", {}, heir.in(second));
  expect(accepted.status).toBe(200);
  expect((await app.send("DELETE", "/auth/me", owner.headers)).status).toBe(202);
  expect((await app.get("/account", owner.headers)).status).toBe(401);
  expect((await app.post("/auth/me/restore", {}, owner.headers)).status).toBe(200);
  expect((await app.get("/account", owner.in(second))).body.role).toBe("admin");
});
