import { describe, expect, it } from "vitest";
import { createKeyDir } from "../start-test-sandbox.ts";
import { createStripe, startProcessor } from "./stripe-client.ts";

/** With a fetch client the SDK hands out fetch's own response. */
function replayedHeader({ lastResponse }: { lastResponse: unknown }): string | null {
  return (lastResponse as Response).headers.get("idempotent-replayed");
}

describe("an idempotency key", () => {
  it("answers the same request with the first reply, marked as replayed, and has one effect", async () => {
    const { stripe } = await startProcessor();
    const create = () => stripe.customers.create({ email: "a@key.example" }, { idempotencyKey: "key-1" });
    const first = await create();
    const again = await create();
    expect(again).toEqual(first);
    expect(replayedHeader(again)).toBe("true");
    expect(replayedHeader(first)).toBeNull();
    expect((await stripe.customers.list({ email: "a@key.example" })).data).toHaveLength(1);
    expect((await stripe.events.list({ type: "customer.created" })).data).toMatchObject([
      { request: { idempotency_key: "key-1" } },
    ]);
  });

  it("of fifty requests at once has one effect", async () => {
    const { stripe } = await startProcessor();
    const calls = Array.from({ length: 50 }, () =>
      stripe.customers.create({ email: "b@key.example" }, { idempotencyKey: "key-50" }),
    );
    const answers = await Promise.all(calls);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  });

  it("with other parameters, or at another path, is refused", async () => {
    const { stripe } = await startProcessor();
    const options = { idempotencyKey: "key-2" };
    await stripe.customers.create({ email: "a@key.example" }, options);
    const refused = { statusCode: 400, type: "StripeIdempotencyError" };
    await expect(stripe.customers.create({ email: "other@key.example" }, options)).rejects.toMatchObject(
      refused,
    );
    await expect(
      stripe.customers.update("cus_demo_fay", { email: "a@key.example" }, options),
    ).rejects.toMatchObject(refused);
  });

  it("in use by a request that is still under way is refused with 409", async () => {
    const { stripe, control } = await startProcessor();
    await control("/replies/faults", { delayMs: 400 });
    const create = () => stripe.customers.create({ email: "slow@key.example" }, { idempotencyKey: "key-3" });
    const slow = create();
    await expect
      .poll(async () => (await stripe.customers.list({ email: "slow@key.example" })).data.length)
      .toBe(1);
    await expect(create()).rejects.toMatchObject({ statusCode: 409, code: "idempotency_key_in_use" });
    expect((await create().catch(() => slow)).id).toBe((await slow).id);
    expect((await create()).id).toBe((await slow).id);
  });

  it("is free again after a request that was refused before it began", async () => {
    const { stripe } = await startProcessor();
    const options = { idempotencyKey: "key-4" };
    await expect(stripe.customers.create({ nickname: "x" } as never, options)).rejects.toThrow();
    expect((await stripe.customers.create({ name: "x" }, options)).name).toBe("x");
  });

  it("replays a decline too", async () => {
    const { stripe } = await startProcessor();
    const pay = () =>
      stripe.paymentIntents.create(
        {
          amount: 500,
          currency: "usd",
          customer: "cus_demo_fay",
          payment_method: "pm_card_chargeDeclined",
          confirm: true,
          off_session: true,
        },
        { idempotencyKey: "key-5" },
      );
    const errors = [
      await pay().catch((error: unknown) => error),
      await pay().catch((error: unknown) => error),
    ];
    expect(errors).toMatchObject([{ statusCode: 402 }, { statusCode: 402 }]);
    expect((await stripe.charges.list({ customer: "cus_demo_fay" })).data).toHaveLength(1);
  });

  it("brings the reply that was lost on the way, also after a restart", async () => {
    const keyDir = await createKeyDir();
    const first = await startProcessor({ keyDir });
    await first.control("/replies/faults", { lose: true, method: "POST", path: "/v1/payment_intents" });
    const params = {
      amount: 500,
      currency: "usd",
      customer: "cus_demo_fay",
      payment_method: "pm_demo_fay",
      confirm: true,
      off_session: true,
    } as const;
    const options = { idempotencyKey: "key-6" };
    await expect(first.stripe.paymentIntents.create(params, options)).rejects.toMatchObject({
      type: "StripeConnectionError",
    });
    await first.close();
    const second = await startProcessor({ keyDir });
    const replayed = await createStripe(second.url).paymentIntents.create(params, options);
    expect(replayed.status).toBe("succeeded");
    expect(replayedHeader(replayed)).toBe("true");
    expect(
      (await second.stripe.paymentIntents.list({ customer: "cus_demo_fay" })).data.map(({ id }) => id),
    ).toEqual([replayed.id]);
  });
});
