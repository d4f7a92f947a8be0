import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Principal } from "../../../../src/access/principal.ts";
import { newId } from "../../../../src/ids.ts";
import type { Caller, GatewayApp } from "../../support/gateway-app.ts";
import { openSharedGateway } from "../../support/shared-gateway.ts";
import { createInvoice, tryCreateInvoice } from "../../support/invoices.ts";

let app: GatewayApp;
beforeAll(async () => {
  app = await openSharedGateway();
});
afterAll(() => app?.close());

const query = /* GraphQL */ `
  query ($representations: [_Any!]!) {
    _entities(representations: $representations) {
      ... on Invoice {
        id
        number
      }
      ... on User {
        id
        recentInvoices {
          id
        }
      }
      ... on App {
        appId
        recentInvoices {
          id
        }
      }
    }
  }
`;
const resolve = (representations: object[], caller: Caller) => app.run(query, { representations }, caller);
const key = (over: Partial<Principal>): Partial<Principal> => ({ kind: "apiKey", id: "key_1", ...over });

describe("a reference", () => {
  test("finds one's own invoice", async () => {
    const ownerId = newId("usr");
    const { id } = await createInvoice(app, { ownerId }, { sendEmail: true });
    const { data } = await resolve([{ __typename: "Invoice", id }], { ownerId });
    expect(data._entities).toEqual([{ id, number: "INV-000001" }]);
  });

  test("to another account's invoice is null, for an administrator too", async () => {
    const { id } = await createInvoice(app);
    for (const isAdmin of [false, true]) {
      const { data, error } = await resolve([{ __typename: "Invoice", id }], { principal: { isAdmin } });
      expect(error).toBeUndefined();
      expect(data._entities).toEqual([null]);
    }
  });

  test("without a credential is null, whatever it names", async () => {
    const { id } = await createInvoice(app);
    const representations = [
      { __typename: "Invoice", id },
      { __typename: "User", id: newId("usr") },
      { __typename: "App", appId: "invoicer" },
    ];
    expect((await resolve(representations, { ownerId: null })).data._entities).toEqual([null, null, null]);
  });
});

describe("a key", () => {
  test("a key that may write but not read gets only the response to its own write", async () => {
    const caller = { ownerId: newId("usr"), principal: key({ scopes: ["write:invoices"] }) };
    const { id } = await createInvoice(app, caller);
    const representations = [
      { __typename: "Invoice", id },
      { __typename: "User", id: caller.ownerId },
    ];
    const { data, error } = await resolve(representations, caller);
    expect(data._entities).toEqual([null, { id: caller.ownerId, recentInvoices: null }]);
    expect(error?.extensions).toMatchObject({
      code: "FORBIDDEN",
      details: { requiredScope: "read:invoices" },
    });
  });

  test("of other apps does not see the invoices", async () => {
    const ownerId = newId("usr");
    const { id } = await createInvoice(app, { ownerId });
    const caller = { ownerId, principal: key({ scopes: ["read:invoices"], appIds: ["payroll"] }) };
    const representations = [
      { __typename: "Invoice", id },
      { __typename: "User", id: ownerId },
      { __typename: "App", appId: "invoicer" },
    ];
    expect((await resolve(representations, caller)).data._entities).toEqual([
      null,
      { id: ownerId, recentInvoices: [] },
      { appId: "invoicer", recentInvoices: [] },
    ]);
    const list = await app.run("{ invoices { total } }", {}, caller);
    expect(list.data?.invoices?.total ?? 0).toBe(0);
  });

  test("without the scope is refused before anything is held", async () => {
    const ownerId = newId("usr");
    const { error } = await tryCreateInvoice(app, { ownerId, principal: key({ scopes: ["read:invoices"] }) });
    expect(error?.extensions).toMatchObject({
      code: "FORBIDDEN",
      details: { reason: "scope_missing", requiredScope: "write:invoices" },
      http: { status: 403 },
    });
    expect(app.hub.holdsOf(ownerId)).toEqual([]);
  });
});

test("a replay returns the first response, also after the invoice has changed", async () => {
  const caller = { ownerId: newId("usr"), idempotencyKey: "k" };
  const first = await createInvoice(app, caller);
  await app.database.query("UPDATE gateway.invoices SET notes = 'changed', version = 2 WHERE id = $1", [
    first.id,
  ]);
  await app.database.query("UPDATE gateway.invoice_lines SET description = 'changed' WHERE invoice_id = $1", [
    first.id,
  ]);
  expect(await createInvoice(app, caller)).toEqual(first);
});

test("the audit trail has one row of a success and of a refusal, and none of a replay", async () => {
  const caller = { ownerId: newId("usr"), idempotencyKey: "k" };
  const { id } = await createInvoice(app, caller);
  await createInvoice(app, caller);
  await tryCreateInvoice(app, { ownerId: caller.ownerId, principal: key({ scopes: [] }) });
  const sql =
    "SELECT action, target_id, outcome, code FROM gateway.audit_log WHERE owner_id = $1 ORDER BY at, id";
  expect(await app.database.query(sql, [caller.ownerId])).toEqual([
    { action: "createInvoice", target_id: id, outcome: "ok", code: null },
    { action: "createInvoice", target_id: null, outcome: "denied", code: "FORBIDDEN" },
  ]);
});

test("the application cannot change the audit trail", async () => {
  const [rights] = await app.database.query(
    `SELECT has_table_privilege('gateway_app', 'gateway.audit_log', 'UPDATE') AS update,
            has_table_privilege('gateway_app', 'gateway.audit_log', 'DELETE') AS delete`,
  );
  expect(rights).toEqual({ update: false, delete: false });
});
