import { CountryCode, Products, type PlaidApi } from "plaid";
import { createLocalJWKSet, jwtVerify } from "jose";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { sha256 } from "../../../src/crypto/crypto.ts";
import { demoBankLogins } from "../../../src/demo-identities.ts";
import { createKeyDir, sendJson, startTestSandbox } from "../start-test-sandbox.ts";
import { createCheckedBank, refusalOf } from "./bank-client.ts";

async function startBank(keyDir?: string) {
  const sandbox = await startTestSandbox(keyDir === undefined ? {} : { keyDir });
  const url = `${sandbox.url}/bank`;
  const control = async (path: string, body: unknown = {}) => {
    const answer = await sendJson(
      path === "/items" ? "GET" : "POST",
      url + path,
      path === "/items" ? undefined : body,
    );
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    return answer.body;
  };
  return { sandbox, url, control, plaid: createCheckedBank(url) };
}

async function logIn(plaid: PlaidApi, institution = "ins_109508", options: object = {}) {
  const created = await plaid.sandboxPublicTokenCreate({
    institution_id: institution,
    initial_products: [Products.Transactions],
    options,
  });
  const { data } = await plaid.itemPublicTokenExchange({ public_token: created.data.public_token });
  return data;
}

/** Everything from a cursor on. */
async function readAll(plaid: PlaidApi, access_token: string, cursor?: string) {
  const all = { added: 0, modified: 0, removed: 0, pages: 0, cursor: cursor ?? "" };
  for (;;) {
    const { data } = await plaid.transactionsSync({
      access_token,
      count: 20,
      ...(all.cursor === "" ? {} : { cursor: all.cursor }),
    });
    all.added += data.added.length;
    all.modified += data.modified.length;
    all.removed += data.removed.length;
    all.pages++;
    all.cursor = data.next_cursor;
    if (!data.has_more) return all;
  }
}

test("a login goes from its page to its removal as published", async () => {
  const { plaid } = await startBank();
  const link = await plaid.linkTokenCreate({
    client_name: "Hub",
    language: "en",
    country_codes: [CountryCode.Us],
    user: { client_user_id: "user-1" },
    products: [Products.Transactions],
  });
  expect(link.data.link_token).toMatch(/^link-sandbox-/);
  const { access_token, item_id } = await logIn(plaid);
  expect((await plaid.itemGet({ access_token })).data.item).toMatchObject({ item_id, error: null });
  const { accounts } = (await plaid.accountsGet({ access_token })).data;
  expect(accounts.map(({ name }) => name)).toEqual(["Checking", "Saving"]);
  expect((await plaid.accountsBalanceGet({ access_token })).data.accounts).toHaveLength(2);
  expect(await readAll(plaid, access_token)).toMatchObject({ added: 48, modified: 0, removed: 0, pages: 3 });
  await plaid.itemRemove({ access_token });
  expect(await refusalOf(plaid.itemGet({ access_token }))).toBe("INVALID_ACCESS_TOKEN");
});

test("a public token opens its login once", async () => {
  const { plaid } = await startBank();
  const request = { institution_id: "ins_109508", initial_products: [Products.Transactions] };
  const { public_token } = (await plaid.sandboxPublicTokenCreate(request)).data;
  await plaid.itemPublicTokenExchange({ public_token });
  expect(await refusalOf(plaid.itemPublicTokenExchange({ public_token }))).toBe("INVALID_PUBLIC_TOKEN");
});

test("the public token of a demo login opens another item of the same accounts at each exchange", async () => {
  const { plaid } = await startBank();
  const { publicToken, institutionId } = demoBankLogins.checking;
  const open = async () => {
    const { data } = await plaid.itemPublicTokenExchange({ public_token: publicToken });
    return (await plaid.accountsGet({ access_token: data.access_token })).data;
  };
  const [first, second] = [await open(), await open()];
  expect(second.item.item_id).not.toBe(first.item.item_id);
  expect(second.item.institution_id).toBe(institutionId);
  expect(second.accounts.map(({ mask }) => mask)).toEqual(first.accounts.map(({ mask }) => mask));
  const invented = plaid.itemPublicTokenExchange({ public_token: `${publicToken}-2` });
  expect(await refusalOf(invented)).toBe("INVALID_PUBLIC_TOKEN");
});

test("the same login shows the same accounts, under other ids; a bank with lasting ids keeps those", async () => {
  const { plaid } = await startBank();
  const shown = async (institution: string) => {
    const { access_token } = await logIn(plaid, institution, { override_username: "twice" });
    return (await plaid.accountsGet({ access_token })).data.accounts;
  };
  const [first, second] = [await shown("ins_109508"), await shown("ins_109508")];
  expect(second.map(({ mask }) => mask)).toEqual(first.map(({ mask }) => mask));
  expect(second[0]!.account_id).not.toBe(first[0]!.account_id);
  const [one, two] = [await shown("ins_127287"), await shown("ins_127287")];
  expect(two[0]!.persistent_account_id).toBe(one[0]!.persistent_account_id);
  expect(one[0]!.persistent_account_id).toBeDefined();
});

test("a change between two pages of a sync is refused, and the next sync from the start has it", async () => {
  const { plaid, control } = await startBank();
  const { access_token, item_id } = await logIn(plaid);
  await control(`/items/${item_id}/mutate-during-sync`, { times: 1 });
  expect(await refusalOf(readAll(plaid, access_token))).toBe("TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION");
  expect(await readAll(plaid, access_token)).toMatchObject({ added: 49 });
});

test("changes since a cursor are returned once each, in their final state", async () => {
  const { plaid, control } = await startBank();
  const { access_token, item_id } = await logIn(plaid);
  const { cursor } = await readAll(plaid, access_token);
  const { added } = await control(`/items/${item_id}/transactions`, { add: 3, pending: true, notify: false });
  const [pending, other, gone] = added as string[];
  await control(`/items/${item_id}/transactions`, {
    modify: [{ id: other, amount: 7 }],
    remove: [gone],
    notify: false,
  });
  expect(await readAll(plaid, access_token, cursor)).toMatchObject({ added: 2, modified: 0, removed: 0 });
  const later = (await readAll(plaid, access_token, cursor)).cursor;
  const { posted } = await control(`/items/${item_id}/transactions`, { post: [pending], notify: false });
  const { data } = await plaid.transactionsSync({ access_token, cursor: later });
  expect(data.removed.map(({ transaction_id }) => transaction_id)).toEqual([pending]);
  expect(data.added).toMatchObject([
    { transaction_id: posted[0], pending_transaction_id: pending, pending: false },
  ]);
});

test("a login that must be repaired is refused until it is", async () => {
  const { plaid, control } = await startBank();
  const { access_token, item_id } = await logIn(plaid);
  await control(`/items/${item_id}/require-login`);
  expect(await refusalOf(plaid.transactionsSync({ access_token }))).toBe("ITEM_LOGIN_REQUIRED");
  expect((await plaid.itemGet({ access_token })).data.item.error?.error_code).toBe("ITEM_LOGIN_REQUIRED");
  await control(`/items/${item_id}/repair`);
  expect((await plaid.transactionsSync({ access_token })).data.added.length).toBe(48);
});

test("institutions are found by part of their name, and one by its id with how it does", async () => {
  const { plaid, control } = await startBank();
  const country_codes = [CountryCode.Us];
  const search = { query: "oauth", products: [Products.Transactions], country_codes };
  const { institutions } = (await plaid.institutionsSearch(search)).data;
  expect(institutions).toMatchObject([{ institution_id: "ins_127287", oauth: true }]);
  await control("/institutions/ins_127287/status", { status: "DOWN" });
  const asked = { institution_id: "ins_127287", country_codes, options: { include_status: true } };
  const { institution } = (await plaid.institutionsGetById(asked)).data;
  expect(institution.status?.item_logins?.status).toBe("DOWN");
  const unknown = { institution_id: "ins_0", country_codes };
  expect(await refusalOf(plaid.institutionsGetById(unknown))).toBe("INVALID_INSTITUTION");
});

async function startReceiver() {
  const received: { body: string; headers: IncomingMessage["headers"] }[] = [];
  const server = createServer((request, response) => {
    void take(request, response);
  });
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({ body: Buffer.concat(chunks).toString(), headers: request.headers });
    response.end();
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

test("webhooks are signed over their bytes, and with a new key after a rotation", async () => {
  const { plaid, control } = await startBank();
  const { received, url: webhook } = await startReceiver();
  const { item_id } = await logIn(plaid, "ins_109508", { webhook });
  await control(`/items/${item_id}/transactions`, { add: 1 });
  await control("/webhooks/settled");
  const { kid } = await control("/webhooks/rotate-key");
  await control(`/items/${item_id}/require-login`);
  await control("/webhooks/settled");
  const kids: unknown[] = [];
  for (const { body, headers } of received) {
    const { protectedHeader, payload } = await jwtVerify(
      String(headers["plaid-verification"]),
      async (header) => {
        const { key } = (await plaid.webhookVerificationKeyGet({ key_id: header.kid! })).data;
        return createLocalJWKSet({ keys: [key] })(header);
      },
    );
    expect(payload["request_body_sha256"]).toBe(sha256(body).toString("hex"));
    kids.push(protectedHeader.kid);
  }
  expect(received.map(({ body }) => JSON.parse(body).webhook_code)).toEqual([
    "SYNC_UPDATES_AVAILABLE",
    "ERROR",
  ]);
  expect(kids[1]).toBe(kid);
  expect(kids[0]).not.toBe(kid);
  const old = (await plaid.webhookVerificationKeyGet({ key_id: String(kids[0]) })).data.key;
  expect(old.expired_at).toBeGreaterThan(0);
});

test("a restart forgets nothing", async () => {
  const keyDir = await createKeyDir();
  const first = await startBank(keyDir);
  const { access_token, item_id } = await logIn(first.plaid);
  const { cursor } = await readAll(first.plaid, access_token);
  await first.control(`/items/${item_id}/transactions`, { add: 2 });
  await first.sandbox.close();
  const second = await startBank(keyDir);
  expect(await readAll(second.plaid, access_token, cursor)).toMatchObject({ added: 2 });
});

test("requests without credentials, and unknown parameters, are refused", async () => {
  const { url } = await startBank();
  const bare = await sendJson("POST", `${url}/item/get`, { access_token: "x" });
  expect(bare).toMatchObject({ status: 400, body: { error_code: "INVALID_API_KEYS" } });
  const keys = { client_id: "c", secret: "s" };
  const odd = await sendJson("POST", `${url}/transactions/sync`, { ...keys, access_token: "x", count: 501 });
  expect(odd).toMatchObject({ status: 400, body: { error_code: "INVALID_FIELD" } });
});
