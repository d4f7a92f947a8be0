import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { addContact, newOwner, type CrmOwner } from "./crm-world.ts";

let app: TestApp;
let owner: CrmOwner;
beforeAll(async () => {
  app = await openSharedApp();
  owner = await newOwner(app, "starter");
});
afterAll(() => app?.close());

const create = (body: object, { headers } = owner) => app.post("/crm/deals", body, headers);
const move = (dealId: string, body: object) => app.post(`/crm/deals/${dealId}/stage`, body, owner.headers);
const close = (dealId: string, body: object) => app.post(`/crm/deals/${dealId}/close`, body, owner.headers);
const change = (dealId: string, body: object) =>
  app.send("PATCH", `/crm/deals/${dealId}`, owner.headers, body);
const read = async (dealId: string) => (await app.get(`/crm/deals/${dealId}`, owner.headers)).body.deal;

async function addDeal(body: object = {}, person = owner) {
  const answer = await create({ title: "Sale", amount: 100, ...body }, person);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.deal as { dealId: string };
}

interface Step {
  kind: string;
  fromStage: string | null;
  toStage: string;
}

/** The history in its order, and that each step starts where the one before ended. */
function chainOf(history: Step[]): string[] {
  const steps = history.toReversed();
  for (const [index, { fromStage }] of steps.entries())
    expect(fromStage).toBe(index === 0 ? null : steps[index - 1]!.toStage);
  return steps.map(({ kind, toStage }) => `${kind} ${toStage}`);
}

test("a deal is created in a stage and shown with its history", async () => {
  const { contactId } = await addContact(app, owner, { email: "deal@person.example" });
  const answer = await create({
    title: " Ovens ",
    contactId,
    amount: 12_400.5,
    stage: "qualified",
    expectedClose: "2027-01-29",
  });
  const { deal } = answer.body;
  expect(deal).toEqual({
    dealId: expect.stringMatching(/^deal_[0-9a-z]{26}$/),
    title: "Ovens",
    contactId,
    companyId: null,
    amount: 12_400.5,
    currency: "USD",
    pipeline: "sales",
    stage: "qualified",
    probability: 25,
    status: "open",
    closeReason: null,
    expectedClose: "2027-01-29",
    owner: owner.ownerId,
    notes: null,
    version: 1,
    createdAt: deal.createdAt,
    updatedAt: deal.createdAt,
    closedAt: null,
    history: [
      {
        kind: "created",
        fromStage: null,
        toStage: "qualified",
        reason: null,
        actor: owner.ownerId,
        at: deal.createdAt,
      },
    ],
  });
  expect(await read(deal.dealId)).toEqual(deal);
});

test.each([
  [{ stage: "nowhere" }, "stage", "stage"],
  [{ pipeline: "nothing" }, "pipeline", "pipeline"],
  [{ owner: "usr_somebody" }, "owner", "member"],
])("a deal with %j is refused", async (body, path, rule) => {
  const answer = await create({ title: "Sale", amount: 1, ...body });
  expect(answer.status).toBe(400);
  expect(answer.body.details.fields).toMatchObject([{ path, rule }]);
});

test("an amount has the decimals of its currency, also after the currency changed", async () => {
  const surplus = await create({ title: "Sale", amount: 1.5, currency: "JPY" });
  expect([surplus.status, surplus.body.code]).toEqual([400, "AMOUNT_PRECISION"]);
  const unknown = await create({ title: "Sale", amount: 1, currency: "ABC" });
  expect([unknown.status, unknown.body.code]).toEqual([400, "INVALID_CURRENCY"]);
  const { dealId } = await addDeal({ amount: 1_200, currency: "JPY" });
  expect((await change(dealId, { currency: "KWD" })).body.deal).toMatchObject({
    amount: 1_200,
    currency: "KWD",
  });
  expect((await change(dealId, { amount: 1.234 })).body.deal.amount).toBe(1.234);
  expect((await change(dealId, { currency: "USD" })).body.code).toBe("AMOUNT_PRECISION");
  const rows = await app.database.query("SELECT amount::int AS amount FROM hub.crm_deals WHERE id = $1", [
    dealId,
  ]);
  expect(rows).toEqual([{ amount: 1_234 }]);
});

test("a deal moves, closes and opens again with a history that is a chain", async () => {
  const { dealId } = await addDeal();
  await move(dealId, { stage: "proposal" });
  const same = await move(dealId, { stage: "proposal" });
  expect(same.body.deal.version).toBe(2);
  await close(dealId, { outcome: "lost", reason: "No budget" });
  const again = await close(dealId, { outcome: "lost", reason: "Again" });
  expect(again.body.deal).toMatchObject({
    status: "lost",
    probability: 0,
    closeReason: "No budget",
    version: 3,
  });
  const won = await close(dealId, { outcome: "won" });
  expect([won.status, won.body.code, won.body.details]).toMatchObject([
    409,
    "INVALID_STATE",
    { status: "lost" },
  ]);
  expect((await move(dealId, { stage: "lead" })).body.code).toBe("INVALID_STATE");
  const reopened = await move(dealId, { stage: "negotiation", reopen: true });
  expect(reopened.body.deal).toMatchObject({ status: "open", closeReason: null, closedAt: null });
  expect(chainOf(reopened.body.deal.history)).toEqual([
    "created lead",
    "moved proposal",
    "lost proposal",
    "reopened negotiation",
  ]);
  const events = await app.database.query<{ type: string }>(
    "SELECT type FROM hub.outbox_events WHERE object_id = $1 ORDER BY sequence",
    [dealId],
  );
  expect(events.map(({ type }) => type)).toEqual([
    "crm.deal.created",
    "crm.deal.stage_changed",
    "crm.deal.lost",
    "crm.deal.reopened",
  ]);
});

test("of several people who move the same version of a deal, one succeeds", async () => {
  const { dealId } = await addDeal();
  const stages = ["qualified", "proposal", "negotiation"];
  const answers = await Promise.all(stages.map((stage) => move(dealId, { stage, version: 1 })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  for (const { body } of answers.filter(({ status }) => status === 409))
    expect([body.code, body.details.version]).toEqual(["VERSION_CONFLICT", 2]);
  expect(chainOf((await read(dealId)).history)).toHaveLength(2);
});

test("moves without a version are applied in turn, and all of them are in the history", async () => {
  const { dealId } = await addDeal();
  const stages = ["qualified", "proposal", "negotiation", "qualified", "proposal", "negotiation"];
  const answers = await Promise.all(stages.map((stage) => move(dealId, { stage })));
  expect(answers.map(({ status }) => status)).toEqual(stages.map(() => 200));
  const deal = await read(dealId);
  expect(chainOf(deal.history)).toHaveLength(deal.version);
  expect(deal.history[0].toStage).toBe(deal.stage);
});

test("closing as won and lost at the same time has one outcome", async () => {
  const { dealId } = await addDeal();
  const answers = await Promise.all([close(dealId, { outcome: "won" }), close(dealId, { outcome: "lost" })]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(chainOf((await read(dealId)).history)).toHaveLength(2);
});

test("a summary weighs open deals by stage and currency, and counts closed ones", async () => {
  const person = await newOwner(app);
  const add = async (body: object) => (await addDeal(body, person)).dealId;
  await add({ amount: 1_000, stage: "lead", expectedClose: "2027-01-31" });
  await add({ amount: 0.05, stage: "lead", expectedClose: "2027-02-01" });
  await add({ amount: 2_000, stage: "negotiation", expectedClose: "2027-03-01" });
  await add({ amount: 500, currency: "EUR", stage: "proposal" });
  const wonId = await add({ amount: 300, stage: "lead" });
  await app.post(`/crm/deals/${wonId}/close`, { outcome: "won" }, person.headers);
  const summary = async (query = "") =>
    (await app.get(`/crm/pipelines/sales/summary${query}`, person.headers)).body;
  const all = await summary();
  expect(all.stages).toHaveLength(8);
  expect(all.stages.filter(({ count }: { count: number }) => count > 0)).toEqual([
    {
      stage: "lead",
      name: "Lead",
      probability: 10,
      currency: "USD",
      count: 2,
      amount: 1_000.05,
      weighted: 100.01,
    },
    {
      stage: "proposal",
      name: "Proposal",
      probability: 50,
      currency: "EUR",
      count: 1,
      amount: 500,
      weighted: 250,
    },
    {
      stage: "negotiation",
      name: "Negotiation",
      probability: 75,
      currency: "USD",
      count: 1,
      amount: 2_000,
      weighted: 1_500,
    },
  ]);
  expect(all.totals).toEqual([
    { currency: "EUR", count: 1, amount: 500, weighted: 250 },
    { currency: "USD", count: 3, amount: 3_000.05, weighted: 1_600.01 },
  ]);
  expect([all.won, all.lost]).toEqual([[{ currency: "USD", count: 1, amount: 300 }], []]);
  const part = await summary("?from=2027-02-01&to=2027-03-01");
  expect(part.totals).toEqual([{ currency: "USD", count: 2, amount: 2_000.05, weighted: 1_500.01 }]);
  expect(part.won).toEqual([]);
});

const renewals = (stages: string[]) => ({
  name: "Renewals",
  stages: stages.map((stage, index) => ({ stage, name: stage, probability: 10 * index })),
});

test("a pipeline keeps the stages that have open deals", async () => {
  const person = await newOwner(app);
  const save = (key: string, body: object) => app.send("PUT", `/crm/pipelines/${key}`, person.headers, body);
  const made = await save("renewals", renewals(["offered", "agreed"]));
  expect(made.body.pipeline).toMatchObject({ pipeline: "renewals", version: 1 });
  const { dealId } = await addDeal({ pipeline: "renewals", stage: "agreed" }, person);
  const lost = await save("renewals", renewals(["offered"]));
  expect([lost.status, lost.body.code, lost.body.details]).toMatchObject([
    409,
    "INVALID_STATE",
    { stages: ["agreed"] },
  ]);
  await app.post(`/crm/deals/${dealId}/close`, { outcome: "won" }, person.headers);
  expect((await save("renewals", { ...renewals(["offered"]), version: 1 })).body.pipeline.version).toBe(2);
  const stale = await save("renewals", { ...renewals(["offered"]), version: 1 });
  expect(stale.body.code).toBe("VERSION_CONFLICT");
  const twice = await save("renewals", renewals(["offered", "offered"]));
  expect(twice.body.details.fields).toMatchObject([{ path: "stages.1.stage", rule: "unique" }]);
  const { body } = await app.get("/crm/pipelines", person.headers);
  expect(body.pipelines.map(({ pipeline }: { pipeline: string }) => pipeline)).toEqual(["renewals", "sales"]);
});

test("no deal ends in a stage that is removed at the same time", async () => {
  const person = await newOwner(app);
  const save = (stages: string[]) =>
    app.send("PUT", "/crm/pipelines/race", person.headers, { ...renewals(stages), name: "Race" });
  await save(["a", "b"]);
  for (let round = 0; round < 4; round++) {
    await save(["a", "b"]);
    const { dealId } = await addDeal({ pipeline: "race", stage: "a" }, person);
    const [moved, saved] = await Promise.all([
      app.post(`/crm/deals/${dealId}/stage`, { stage: "b" }, person.headers),
      save(["a"]),
    ]);
    // The move comes first and keeps the stage, or its stage has been removed.
    expect([
      [200, 409],
      [400, 200],
    ]).toContainEqual([moved.status, saved.status]);
    await app.post(`/crm/deals/${dealId}/close`, { outcome: "lost" }, person.headers);
  }
});

test("deals are filtered and paged, and a deal outlives its contact", async () => {
  const person = await newOwner(app);
  const { contactId } = await addContact(app, person, { email: "erased@person.example" });
  for (const stage of ["lead", "proposal", "lead"]) await addDeal({ stage, contactId }, person);
  const list = async (query: string) => (await app.get(`/crm/deals?${query}`, person.headers)).body;
  const first = await list("stage=lead&limit=1");
  expect([first.total, first.deals.length]).toEqual([2, 1]);
  const second = await list(`stage=lead&limit=1&cursor=${first.nextCursor}`);
  expect([second.deals[0].stage, second.nextCursor]).toEqual(["lead", null]);
  expect(second.deals[0].dealId).not.toBe(first.deals[0].dealId);
  expect((await list(`contactId=${contactId}&owner=${person.ownerId}&status=open`)).total).toBe(3);
  await app.send("DELETE", `/crm/contacts/${contactId}`, person.headers);
  const left = await list("status=open");
  expect(left.deals.map((deal: { contactId: string | null }) => deal.contactId)).toEqual([null, null, null]);
});
