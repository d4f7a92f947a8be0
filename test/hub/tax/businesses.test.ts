import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { newEin, saveBusinessBody, taxFaults, usAddress } from "../../support/tax.ts";

const url = "/integrations/taxfiling/businesses";
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ TAXFILING_SEGMENT: "filer" });
});
afterEach(() => taxFaults(app, null));
afterAll(() => app?.close());

let people = 0;
const somebody = async () => ({
  authorization: `Bearer ${await app.tokenFor({ sub: `usr_tax${++people}` })}`,
});

describe("businesses", () => {
  test("a business is saved once per EIN, and never shows it", async () => {
    const me = await somebody();
    const body = saveBusinessBody({ ein: "12-3456788" });
    const made = await app.post(url, body, me);
    expect(made).toMatchObject({
      status: 200,
      body: {
        success: true,
        created: true,
        business: {
          ein: "**-***6788",
          einLast4: "6788",
          dba: null,
          status: "active",
          businessName: "Sample LLC",
        },
      },
    });
    expect(made.body.business.businessId).toMatch(/^biz_/);
    const again = await app.post(url, { ...body, ein: "123456788", businessName: "Other Inc" }, me);
    expect(again.body).toMatchObject({
      created: false,
      business: { businessId: made.body.business.businessId, businessName: "Other Inc" },
    });
    const list = await app.get(url, me);
    expect(list.body.success).toBe(true);
    expect(list.body.businesses).toHaveLength(1);
    expect(made.text + again.text + list.text).not.toMatch(/12-?3456788/);
    expect((await app.get(url, await somebody())).body.businesses).toEqual([]);
  });

  test("a business is changed by its id, by its owner only", async () => {
    const me = await somebody();
    const { business } = (await app.post(url, saveBusinessBody(), me)).body;
    const other = (await app.post(url, saveBusinessBody(), me)).body.business;
    const ein = newEin();
    const changed = await app.post(url, saveBusinessBody({ businessId: business.businessId, ein }), me);
    expect(changed.body).toMatchObject({ created: false, business: { businessId: business.businessId } });
    const taken = await app.post(url, saveBusinessBody({ businessId: other.businessId, ein }), me);
    expect(taken).toMatchObject({ status: 400, body: { code: "INVALID_TAX_FORM" } });
    expect(taken.body.details.fields).toEqual([expect.objectContaining({ path: "ein", rule: "unique" })]);
    const theft = saveBusinessBody({ businessId: business.businessId });
    expect(await app.post(url, theft, await somebody())).toMatchObject({
      status: 404,
      body: { code: "BUSINESS_NOT_FOUND" },
    });
  });

  test.each([
    ["001234567", "ein_prefix"],
    ["12345678", "digits"],
    ["123456789", "placeholder"],
  ])("refuse the EIN %s: %s", async (ein, rule) => {
    const answer = await app.post(url, saveBusinessBody({ ein }), await somebody());
    expect(answer).toMatchObject({ status: 400, body: { success: false, code: "INVALID_TIN" } });
    expect(answer.body.details.fields).toEqual([expect.objectContaining({ path: "ein", rule })]);
    expect(answer.text).not.toContain(ein);
  });

  test("all faults of a business's address are reported at once", async () => {
    const address = { ...usAddress, state: "ZZ", postalCode: "123" };
    const answer = await app.post(url, saveBusinessBody({ address }), await somebody());
    expect(answer).toMatchObject({ status: 400, body: { code: "INVALID_TAX_FORM" } });
    expect(answer.body.details.fields.map(({ path }: { path: string }) => path)).toEqual([
      "address.state",
      "address.postalCode",
    ]);
  });

  test("a business stays pending while the provider fails, and is active once it is registered", async () => {
    const me = await somebody();
    const body = saveBusinessBody();
    for (const fault of [
      { status: 500 },
      { status: 429 },
      { dropRate: 1 },
      { malformed: true, status: 503 },
    ]) {
      await taxFaults(app, fault);
      expect(await app.post(url, body, me), JSON.stringify(fault)).toMatchObject({
        status: 500,
        body: { code: "TAX_PROVIDER_ERROR", details: { retryable: true } },
      });
    }
    await taxFaults(app, { status: 401 });
    expect((await app.post(url, body, me)).body.details).toMatchObject({ retryable: false });
    expect((await app.get(url, me)).body.businesses).toMatchObject([{ status: "pending" }]);
    await taxFaults(app, null);
    expect((await app.post(url, body, me)).body).toMatchObject({
      created: true,
      business: { status: "active" },
    });
  });

  test("businesses are also served under the configured other word", async () => {
    expect((await app.get("/integrations/filer/businesses", await somebody())).status).toBe(200);
  });

  test("concurrent saves of the same business create one", async () => {
    const me = await somebody();
    const body = saveBusinessBody();
    const answers = await Promise.all(Array.from({ length: 10 }, () => app.post(url, body, me)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect((await app.get(url, me)).body.businesses).toHaveLength(1);
  });
});
