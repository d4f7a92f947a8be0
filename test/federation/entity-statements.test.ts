import { parse } from "graphql";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CallContext } from "../../src/context.ts";
import type { RunningSubgraph } from "../../src/graphql/open-subgraph.ts";
import { newId } from "../../src/ids.ts";
import { createGatewayApp, type GatewayApp } from "../gateway/support/gateway-app.ts";
import { createInvoice } from "../gateway/support/invoices.ts";
import { createHubApp, type HubApp } from "../hub/support/hub-app.ts";
import { openPropertyApp, userNamed, type PropertyApp } from "../property/support/open-property.ts";
import { person, toyCall } from "./toy-graph.ts";

let hub: HubApp;
let property: PropertyApp;
let gateway: GatewayApp;
beforeAll(async () => {
  [hub, property, gateway] = await Promise.all([
    createHubApp(),
    openPropertyApp("synthetic"),
    createGatewayApp(),
  ]);
});
afterAll(async () => {
  await Promise.all([hub?.close(), property?.close(), gateway?.close()]);
});

interface Asked {
  typeName: string;
  key: string;
  ids: string[];
  call: CallContext;
}

/** Fetches entities by their keys; returns the keys found, and the number of database round trips. */
async function askFor(subgraph: RunningSubgraph, { typeName, key, ids, call }: Asked) {
  const pool = await subgraph.database.orm.em.getConnection().getNativeClient();
  let turns = 0;
  const count = () => void turns++;
  pool.on("acquire", count);
  const { data, errors } = await subgraph.execute({
    document: parse(
      `query ($r: [_Any!]!) { _entities(representations: $r) { ... on ${typeName} { ${key} } } }`,
    ),
    variables: { r: ids.map((id) => ({ __typename: typeName, [key]: id })) },
    call,
  });
  pool.off("acquire", count);
  expect(errors).toBeUndefined();
  const entities = data!["_entities"] as (Record<string, string> | null)[];
  return { found: entities.map((entity) => entity && entity[key]), turns };
}

/** Fifty ids, those of real rows spread among ids of none. */
function amongMissing(real: readonly string[], missing: (index: number) => string) {
  const ids = Array.from({ length: 50 }, (_, index) => real[index / 3] ?? missing(index));
  return { ids, expected: ids.map((id) => (real.includes(id) ? id : null)) };
}

test("fifty properties by their keys are one statement", async () => {
  const { searchProperties } = await property.read<{
    searchProperties: { properties: { id: string }[] };
  }>("{ searchProperties(pageSize: 12) { properties { id } } }");
  const real = searchProperties.properties.map(({ id }) => id);
  expect(real).toHaveLength(12);
  const { ids, expected } = amongMissing(real, (index) => `nyc-missing${index}`);
  const call = property.call(userNamed("ann"));
  const { found, turns } = await askFor(property.subgraph, { typeName: "Property", key: "id", ids, call });
  expect(found).toEqual(expected);
  expect(turns).toBe(1);
});

test("fifty apps by their keys are one statement", async () => {
  const real = ["invoicer", "central"];
  const { ids, expected } = amongMissing(real, (index) => `app-${index}`);
  const { found, turns } = await askFor(hub.hub, {
    typeName: "App",
    key: "appId",
    ids,
    call: toyCall(person),
  });
  expect(found).toEqual(expected);
  expect(turns).toBe(1);
});

test("reading fifty users needs one transaction if the principal is among them, and none otherwise", async () => {
  const id = "demo-pia";
  const call = () => toyCall({ ...person, id, ownerId: id });
  const { ids } = amongMissing([id], () => newId("usr"));
  const withCaller = await askFor(hub.hub, { typeName: "User", key: "id", ids, call: call() });
  expect(withCaller.found).toEqual([id, ...ids.slice(1).map(() => null)]);
  expect(withCaller.turns).toBe(1);
  const others = await askFor(hub.hub, { typeName: "User", key: "id", ids: ids.slice(1), call: call() });
  expect(others.found).toEqual(ids.slice(1).map(() => null));
  expect(others.turns).toBe(0);
});

test("fifty invoices by their keys are one transaction, another account's null among them", async () => {
  const ownerId = newId("usr");
  const own = [
    (await createInvoice(gateway, { ownerId })).id,
    (await createInvoice(gateway, { ownerId })).id,
  ];
  const foreign = (await createInvoice(gateway, { ownerId: newId("usr") })).id;
  const { ids, expected } = amongMissing(own, (index) => (index === 49 ? foreign : newId("inv")));
  const { found, turns } = await askFor(gateway.gateway, {
    typeName: "Invoice",
    key: "id",
    ids,
    call: toyCall({ ...person, id: ownerId, ownerId }),
  });
  expect(found).toEqual(expected);
  expect(turns).toBe(1);
});
