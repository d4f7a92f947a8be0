import { afterAll, beforeAll, expect, test } from "vitest";
import { invoiceBody } from "../gateway/support/people.ts";
import type { TestApp } from "../support/app.ts";
import { openSharedAppWithTwins } from "../support/shared-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedAppWithTwins();
  for (let count = 0; count < 3; count++) {
    const { status } = await app.post("/invoices", invoiceBody(), {
      ...(await app.as("pia")),
      "x-app-id": "invoicer",
    });
    if (status !== 201) throw new Error(`An invoice was answered with ${status}.`);
  }
});
afterAll(() => app.close());

test("an alias that is a key's name neither ends the process nor changes whose rows are read", async () => {
  const pia = await app.as("pia");
  const odd = "{me{recentInvoices{__typename} ...on User{id:creditBalances{__typename}}}}";
  const first = await app.graphql(odd, {}, pia);
  expect(first.body).toEqual({
    data: {
      me: {
        recentInvoices: Array.from({ length: 3 }, () => ({ __typename: "Invoice" })),
        id: [{ __typename: "CreditBalance" }],
      },
    },
  });
  const second = await app.graphql("{me{id:name recentInvoices(first:1){total}}}", {}, pia);
  expect(second.body).toEqual({ data: { me: { id: "Pia", recentInvoices: [{ total: 120 }] } } });
});

test("a mutation that is selected twice runs once, and fragments keep the order", async () => {
  const pia = await app.as("pia");
  const consume = 'consumeCredits(input:{appId:"central",amount:1,description:"once"}){balance}';
  const release = 'placeCreditHold(input:{appId:"central",amount:1,description:"then"}){status}';
  const before = (await app.get("/credits/balance/central", pia)).body.balance as number;
  const answer = await app.graphql(
    `mutation($v:Boolean=false){ ${consume} ...on Mutation{ ${release} } ...@skip(if:$v){ ${consume} } }`,
    {},
    pia,
  );
  expect(answer.body).toEqual({
    data: { consumeCredits: { balance: before - 1 }, placeCreditHold: { status: "pending" } },
  });
  expect(Object.keys(answer.body.data as object)).toEqual(["consumeCredits", "placeCreditHold"]);
});
