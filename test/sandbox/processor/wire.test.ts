import { describe, expect, it, test } from "vitest";
import { Stripe } from "stripe";
import { apiVersion } from "../../../sandbox/processor/events/events.ts";
import { sendJson } from "../start-test-sandbox.ts";
import { createStripe, startProcessor } from "./stripe-client.ts";

async function raw(url: string, init: RequestInit = {}) {
  const response = await fetch(url, init);
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const auth = { authorization: "Bearer sk_test_x" };
const form = { ...auth, "content-type": "application/x-www-form-urlencoded" };

describe("a caller", () => {
  it("needs a test key to write, in either form of the header", async () => {
    const { url } = await startProcessor();
    const create = (headers: Record<string, string>) =>
      raw(`${url}/v1/customers`, { method: "POST", headers, body: new URLSearchParams({ name: "A" }) });
    const basic = `Basic ${Buffer.from("sk_test_x:").toString("base64")}`;
    expect((await create(auth)).status).toBe(200);
    expect((await create({ authorization: basic })).status).toBe(200);
    for (const authorization of ["", "Bearer sk_live_x", "Bearer ", "Bearer pk_test_x", "Basic !!"]) {
      const refused = await create({ authorization });
      expect(refused.status, authorization).toBe(401);
      expect(refused.body.error.type).toBe("invalid_request_error");
    }
  });

  it("may read without a key and not with a wrong one", async () => {
    const { url } = await startProcessor();
    expect((await raw(`${url}/v1/customers/cus_demo_pia`)).body.id).toBe("cus_demo_pia");
    expect((await raw(`${url}/v1/customers`, { headers: { authorization: "Bearer wrong" } })).status).toBe(
      401,
    );
  });

  it("responses carry the SDK's API version and a request id, and another version is refused", async () => {
    const { url } = await startProcessor();
    const { headers } = await raw(`${url}/v1/customers`, { headers: auth });
    expect(headers.get("stripe-version")).toBe(Stripe.API_VERSION);
    expect(apiVersion).toBe(Stripe.API_VERSION);
    expect(headers.get("request-id")).toMatch(/^req_\w{14}$/);
    const old = await raw(`${url}/v1/customers`, { headers: { ...auth, "stripe-version": "2020-08-27" } });
    expect(old.status).toBe(400);
  });
});

describe("a request", () => {
  it("that names an unknown parameter is refused with its name, however deep", async () => {
    const { stripe } = await startProcessor();
    const wrong = [
      [{ nickname: "x" }, "nickname"],
      [{ invoice_settings: { colour: "red" } }, "invoice_settings[colour]"],
    ] as const;
    for (const [params, param] of wrong) {
      await expect(stripe.customers.update("cus_demo_pia", params as never)).rejects.toMatchObject({
        statusCode: 400,
        code: "parameter_unknown",
        param,
        type: "StripeInvalidRequestError",
      });
    }
  });

  it("with a missing or wrong value is refused with its name", async () => {
    const { stripe } = await startProcessor();
    const create = (params: object) => stripe.paymentIntents.create(params as never);
    const before = (await stripe.paymentIntents.list()).data.length;
    const table = [
      [{ currency: "usd" }, "amount", "parameter_missing"],
      [{ amount: "12.5", currency: "usd" }, "amount", "parameter_invalid_integer"],
      [{ amount: 49, currency: "usd" }, "amount", "amount_too_small"],
      [{ amount: 29, currency: "gbp" }, "amount", "amount_too_small"],
      [{ amount: 100_000_000, currency: "usd" }, "amount", "amount_too_large"],
      [{ amount: 500, currency: "dollar" }, "currency", undefined],
      [{ amount: 500, currency: "usd", customer: "cus_none" }, "customer", "resource_missing"],
      [{ amount: 500, currency: "usd", payment_method: "pm_none" }, "payment_method", "resource_missing"],
      [{ amount: 500, currency: "usd", confirm: "maybe" }, "confirm", undefined],
      [{ amount: 500, currency: "usd", setup_future_usage: "often" }, "setup_future_usage", undefined],
      [{ amount: 500, currency: "usd", metadata: { k: "v".repeat(501) } }, "metadata[k]", undefined],
      [{ amount: 500, currency: "usd", off_session: true }, "off_session", undefined],
    ] as const;
    for (const [params, param, code] of table)
      await expect(create(params), JSON.stringify(params)).rejects.toMatchObject({
        statusCode: 400,
        param,
        code,
      });
    expect((await stripe.paymentIntents.list()).data).toHaveLength(before);
  });

  it("to a path that nothing answers, or for an unknown object, gets 404 in the processor's words", async () => {
    const { url, stripe } = await startProcessor();
    expect((await raw(`${url}/v1/nothing`, { headers: auth })).body.error).toMatchObject({
      type: "invalid_request_error",
      message: expect.stringContaining("Unrecognized request URL"),
    });
    for (const missing of [
      () => stripe.customers.retrieve("cus_none"),
      () => stripe.paymentIntents.retrieve("pi_none"),
      () => stripe.charges.retrieve("ch_none"),
      () => stripe.paymentMethods.retrieve("pm_none"),
      () => stripe.refunds.retrieve("re_none"),
      () => stripe.disputes.retrieve("du_none"),
      () => stripe.prices.retrieve("price_none"),
      () => stripe.products.retrieve("prod_none"),
      () => stripe.events.retrieve("evt_none"),
      () => stripe.setupIntents.retrieve("seti_none"),
    ])
      await expect(missing()).rejects.toMatchObject({ statusCode: 404, code: "resource_missing" });
  });

  it("in JSON, or with names that would reach an object's prototype, does no harm", async () => {
    const { url } = await startProcessor();
    const json = await raw(`${url}/v1/customers`, {
      method: "POST",
      headers: { ...auth, "content-type": "application/json" },
      body: '{"name":"A"}',
    });
    expect(json.status).toBe(400);
    for (const body of ["__proto__[x]=1", "metadata[__proto__]=1&metadata[constructor]=2", "a[b=1", "[]=2"])
      expect(
        (await raw(`${url}/v1/customers`, { method: "POST", headers: form, body })).status,
        body,
      ).toBeLessThan(500);
    expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
  });
});

describe("a list", () => {
  it("is read page by page in both directions, newest first, each object once", async () => {
    const { stripe } = await startProcessor();
    const made = [];
    for (let n = 0; n < 7; n++)
      made.unshift((await stripe.customers.create({ email: "same@list.example" })).id);
    const asked = { email: "same@list.example", limit: 3 };
    const ids = [];
    for await (const { id } of stripe.customers.list(asked)) ids.push(id);
    expect(ids).toEqual(made);
    const first = await stripe.customers.list(asked);
    expect(first).toMatchObject({ has_more: true, url: "/v1/customers", object: "list" });
    const last = await stripe.customers.list({ ...asked, starting_after: made[5]! });
    expect([last.data.map(({ id }) => id), last.has_more]).toEqual([[made[6]], false]);
    const newer = await stripe.customers.list({ ...asked, ending_before: made[5]! });
    expect([newer.data.map(({ id }) => id), newer.has_more]).toEqual([made.slice(2, 5), true]);
  });

  it("refuses a cursor that is not in it and a limit out of bounds", async () => {
    const { stripe } = await startProcessor();
    const list = (params: Stripe.CustomerListParams) => stripe.customers.list(params);
    await expect(list({ starting_after: "cus_none" })).rejects.toMatchObject({ param: "starting_after" });
    for (const limit of [0, 101]) await expect(list({ limit })).rejects.toMatchObject({ param: "limit" });
  });

  it("can be narrowed to when its objects were made", async () => {
    const { stripe, control } = await startProcessor();
    const early = await stripe.customers.create({ email: "t@list.example" });
    await control("/clock/advance", { seconds: 3_600 });
    const late = await stripe.customers.create({ email: "t@list.example" });
    expect(late.created - early.created).toBeGreaterThanOrEqual(3_600);
    const after = await stripe.customers.list({
      email: "t@list.example",
      created: { gt: early.created + 60 },
    });
    expect(after.data.map(({ id }) => id)).toEqual([late.id]);
    const before = await stripe.customers.list({ email: "t@list.example", created: { lte: early.created } });
    expect(before.data.map(({ id }) => id)).toEqual([early.id]);
  });
});

describe("expand", () => {
  it("follows references of objects and of lists, and leaves the state as it was", async () => {
    const { stripe } = await startProcessor();
    const intent = await stripe.paymentIntents.create({
      amount: 500,
      currency: "usd",
      customer: "cus_demo_pia",
      payment_method: "pm_demo_pia",
      confirm: true,
      return_url: "https://shop.example/back",
      expand: ["latest_charge.customer", "payment_method"],
    });
    expect(intent).toMatchObject({
      latest_charge: { object: "charge", customer: { id: "cus_demo_pia" } },
      payment_method: { id: "pm_demo_pia" },
    });
    const plain = await stripe.paymentIntents.retrieve(intent.id);
    expect(plain.payment_method).toBe("pm_demo_pia");
    const list = await stripe.prices.list({ limit: 2, expand: ["data.product"] });
    expect(list.data.every(({ product }) => typeof product === "object")).toBe(true);
  });

  it("expansion refuses fields that are not references and paths that are too deep", async () => {
    const { stripe } = await startProcessor();
    for (const path of ["email", "nothing", "a.b.c.d.e"])
      await expect(stripe.customers.retrieve("cus_demo_pia", { expand: [path] })).rejects.toMatchObject({
        statusCode: 400,
        param: "expand",
      });
  });
});

test("the control plane's faults affect the API and not the stand-in's controls", async () => {
  const { stripe, control, sandboxUrl } = await startProcessor();
  await sendJson("POST", `${sandboxUrl}/control/processor`, { status: 503 });
  await expect(stripe.customers.list()).rejects.toMatchObject({ statusCode: 503 });
  await control("/clock/advance", { seconds: 1 });
  await sendJson("POST", `${sandboxUrl}/control/processor`, { dropRate: 1 });
  await expect(stripe.customers.list()).rejects.toMatchObject({ type: "StripeConnectionError" });
  await sendJson("DELETE", `${sandboxUrl}/control/processor`);
  await stripe.customers.list();
  const { body } = await sendJson("GET", `${sandboxUrl}/control/processor/journal`);
  expect(body.requests.map(({ path }: { path: string }) => path)).toEqual(
    Array(3).fill("/processor/v1/customers"),
  );
});

test("the SDK retries a fault once, with the same idempotency key", async () => {
  const { url, sandboxUrl } = await startProcessor();
  const stripe = createStripe(url, { maxNetworkRetries: 1 });
  await sendJson("POST", `${sandboxUrl}/control/processor`, { status: 500, times: 1 });
  const { id } = await stripe.customers.create({ email: "retry@demo.example" });
  const { data } = await stripe.customers.list({ email: "retry@demo.example" });
  expect(data.map((customer) => customer.id)).toEqual([id]);
});
