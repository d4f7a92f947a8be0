import { afterAll, beforeAll, expect, test } from "vitest";
import { readChart } from "../../../subgraphs/hub/accounting/accounts/chart-csv.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { draft, move, newBookkeeper, newPerson, post } from "./bookkeeper.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

interface ShownAccount {
  code: string;
  depth: number;
  category: string;
}

const path = "/accounting/ledger-accounts";

test("the standard chart is created once, as a tree with parents first", async () => {
  const { headers } = await newPerson(app);
  expect((await app.get(path, headers)).body).toEqual({ accounts: [], currency: "USD", total: 0 });
  const made = await app.post("/accounting/chart-of-accounts", { fiscalYearStartMonth: 7 }, headers);
  expect([made.status, made.body.created, made.body.fiscalYearStartMonth]).toEqual([201, made.body.total, 7]);
  const again = await app.post("/accounting/chart-of-accounts", {}, headers);
  expect([again.body.created, again.body.total, again.body.fiscalYearStartMonth]).toEqual([
    0,
    made.body.total,
    7,
  ]);
  const { accounts } = (await app.get(`${path}?type=asset`, headers)).body;
  expect(
    accounts.slice(0, 3).map(({ code, depth, category }: ShownAccount) => [code, depth, category]),
  ).toEqual([
    ["1000", 0, "cash"],
    ["1010", 1, "cash"],
    ["1020", 1, "cash"],
  ]);
  expect(accounts[1].parent).toBe(accounts[0].id);
});

test("each currency has a ledger of its own", async () => {
  const { headers } = await newBookkeeper(app);
  const account = { code: "1010", name: "Bank in Berlin", type: "asset", category: "cash", currency: "EUR" };
  expect((await app.post(path, account, headers)).body.account).toMatchObject({
    code: "1010",
    currency: "EUR",
  });
  expect((await app.get(`${path}?currency=EUR`, headers)).body.total).toBe(1);
  expect((await app.get(path, headers)).body.currency).toBe("USD");
  const unknown = await app.get(`${path}?currency=XXX`, headers);
  expect([unknown.status, unknown.body.code]).toEqual([400, "INVALID_CURRENCY"]);
});

test("codes are unique, and an account above another has its type and ledger", async () => {
  const keeper = await newBookkeeper(app);
  const create = (input: object) => app.post(path, { name: "Test", ...input }, keeper.headers);
  const taken = await create({ code: "1010", type: "asset" });
  expect([taken.status, taken.body.code, taken.body.details]).toEqual([409, "DUPLICATE", { code: "1010" }]);
  const parent = keeper.accounts.get("1000")!;
  expect((await create({ code: "1060", type: "asset", parent })).body.account).toMatchObject({
    parent,
    depth: 1,
  });
  const other = await create({ code: "6999", type: "expense", parent });
  expect([other.status, other.body.details]).toEqual([422, { reason: "parent_differs" }]);
  const foreign = await create({
    code: "1070",
    type: "asset",
    parent: (await newBookkeeper(app)).accounts.get("1000")!,
  });
  expect(foreign.status).toBe(404);
  const category = await create({ code: "1080", type: "asset", category: "payable" });
  expect([category.status, category.body.details.fields[0].path]).toEqual([400, "category"]);
  const retained = await create({ code: "3950", type: "equity", category: "retained_earnings" });
  expect([retained.status, retained.body.details.reason]).toEqual([409, "retained_earnings_exists"]);
  const circle = await app.send("PATCH", `${path}/${parent}`, keeper.headers, {
    parent: keeper.accounts.get("1010"),
  });
  expect([circle.status, circle.body.details]).toEqual([422, { reason: "parent_below" }]);
});

test("two requests for one code at once create one account", async () => {
  const { headers } = await newBookkeeper(app);
  const create = () => app.post(path, { code: "9000", name: "Test", type: "expense" }, headers);
  const statuses = (await Promise.all([create(), create(), create()])).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
});

test("the type is frozen once an account has lines, and an account with a balance cannot be archived", async () => {
  const keeper = await newBookkeeper(app);
  const {
    body: { account: fresh },
  } = await app.post(path, { code: "6999", name: "Test", type: "expense" }, keeper.headers);
  const change = (input: object) => app.send("PATCH", `${path}/${fresh.id}`, keeper.headers, input);
  expect((await change({ type: "income", name: "New" })).body.account).toMatchObject({
    type: "income",
    category: "sales",
    name: "New",
  });
  await change({ type: "expense" });
  await post(app, keeper, "2026-01-31", move(fresh.id, "1010", 12.34));
  const frozen = await change({ type: "income" });
  expect([frozen.status, frozen.body.details]).toEqual([409, { reason: "account_in_use" }]);
  expect((await change({ name: "Renamed", code: "6998" })).body.account).toMatchObject({
    code: "6998",
    balance: 12.34,
  });
  const archive = () => app.post(`${path}/${fresh.id}/archive`, {}, keeper.headers);
  const refused = await archive();
  expect([refused.status, refused.body.details]).toEqual([409, { reason: "balance_not_zero" }]);
  await post(app, keeper, "2026-02-01", move("1010", fresh.id, 12.34));
  expect((await archive()).body.account).toMatchObject({ status: "archived", balance: 0 });
  expect((await archive()).body.account.status).toBe("archived");
  const closed = await draft(app, keeper, "2026-02-02", move(fresh.id, "1010", 1));
  expect([closed.status, closed.body.details.reason]).toEqual([409, "account_archived"]);
  expect((await change({ archived: false })).body.account.status).toBe("active");
  expect((await post(app, keeper, "2026-02-02", move(fresh.id, "1010", 1))).status).toBe(200);
});

test("a CSV file creates, renames and moves accounts, in full or not at all", async () => {
  const { headers } = await newPerson(app);
  const upload = (csv: string) => app.post("/accounting/chart-of-accounts/import", { csv }, headers);
  const csv =
    "Code,Name,Type,Category,Parent\n410,Courses,Revenue,,400\n400,Sales,income,,\n300,Profit,equity,retained earnings,\n";
  expect((await upload(csv)).body).toMatchObject({ created: 3, updated: 0, total: 3, currency: "USD" });
  expect((await upload(csv)).body).toMatchObject({ created: 0, updated: 0 });
  const bad = await upload(
    "code,name,type,parent\n400,Income,income,\n500,Cost,cost,\n410,Courses,income,999\n",
  );
  expect(bad.body.details.fields.map(({ path: where }: { path: string }) => where)).toEqual(["csv.3.type"]);
  const lost = await upload("code,name,type,parent\n400,Income,income,\n410,Courses,income,999\n");
  expect(lost.body.details.fields.map(({ path: where }: { path: string }) => where)).toEqual([
    "csv.3.parent",
  ]);
  expect((await app.get(path, headers)).body.accounts[1].name).toBe("Sales");
  const renamed = await upload("code,name,type\n400,Income,income\n410,Courses,income\n");
  expect(renamed.body).toMatchObject({ created: 0, updated: 2 });
  expect(renamed.body.accounts.map(({ code, depth }: ShownAccount) => [code, depth])).toEqual([
    ["300", 0],
    ["400", 0],
    ["410", 0],
  ]);
});

test.each([
  ["", "csv"],
  ["name,type\nx,asset\n", "csv"],
  ["code,name,type\n", "csv"],
  ['code,name,type\n1,"x,asset\n', "csv"],
  ["code,name,type\n1,x,asset\n1,y,asset\n", "csv.3.code"],
  ["code,name,type,category\n1,x,asset,payable\n", "csv.2.category"],
  ["code,name,type\n!,x,asset\n", "csv.2.code"],
])("the file %j is refused at %s", (csv, where) => {
  expect(readChart(csv).faults.map(({ path: found }) => found)).toEqual([where]);
});
