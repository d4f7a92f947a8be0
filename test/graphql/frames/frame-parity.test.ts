import { parse, type ExecutionResult } from "graphql";
import { expect, test } from "vitest";
import { createRemoteExecutor } from "../../../src/graphql/remote-executor.ts";
import { fixedClock } from "../../../src/time/clock.ts";
import { newMeter, type CallContext } from "../../../src/context.ts";
import { person, toyCall } from "../../federation/toy-graph.ts";
import { until } from "../../support/poll.ts";
import { secret } from "./raw-router.ts";
import { seen, startToy, type ToyServer } from "./toy-server.ts";

type Sample = [
  query: string,
  variables?: Record<string, unknown>,
  call?: Partial<CallContext>,
  name?: string,
];

const samples: Record<string, Sample> = {
  "a variable": ["query ($v: Int!) { double(value: $v) }", { v: 4 }],
  "a list": ["query ($l: [Int!]!) { total(values: $l) }", { l: [1, 2, 3, 4, 5] }],
  "a refusal with its code": ["{ missing double(value: 1) }"],
  "a fault without its words": ["{ broken }", {}, { requestId: "req_of_the_fault" }],
  "a refusal by a rule": ["{ own }"],
  "what only a user may": ["{ own }", {}, { principal: person }],
  "its own caller": ["{ caller }", {}, { principal: person, requestId: "req_of_caller", appId: "crm" }],
  "a caller with a key": ["{ caller }", {}, { principal: person, idempotencyKey: "key-1" }],
  "a test clock": ["{ caller }", {}, { clock: fixedClock(new Date("2031-01-01T00:00:00Z")) }],
  "a client": ["{ caller }", {}, { client: { ip: "192.0.2.1", userAgent: "é\n" } }],
  "a mutation with its meter": ["mutation { charge(value: 5) }"],
  "a wrong variable": ["query ($w: Int!) { double(value: $w) }", { w: "many" }],
  "a document that is not valid": ["{ nothing }"],
  "one of two operations": ["query A { double(value: 1) } query B { double(value: 2) }", {}, {}, "B"],
  "no operation of two": ["query A { double(value: 1) } query B { double(value: 2) }"],
  "a long response": ["{ long(length: 100000) }"],
  "a long variable": [
    "query ($l: [Int!]!) { total(values: $l) }",
    { l: Array.from({ length: 200_000 }, () => 1) },
  ],
  introspection: ["{ __schema { queryType { name } } }"],
};

function askerOf(toy: ToyServer, hasFrames: boolean) {
  const execute = createRemoteExecutor({ name: "toy", url: toy.url, secret, hasFrames });
  return async ([query, variables = {}, given = {}, operationName]: Sample) => {
    const call = { ...toyCall(), meter: newMeter(), ...given };
    const named = operationName === undefined ? {} : { operationName };
    const result = await execute({ document: parse(query), variables, call, ...named }).catch(
      (error: Error): ExecutionResult & { thrown: string } => ({ thrown: String(error.cause) }),
    );
    return JSON.parse(JSON.stringify({ result, meter: call.meter })) as unknown;
  };
}

/** Asks until the session is open. */
async function openSession(toy: ToyServer, ask: (sample: Sample) => Promise<unknown>): Promise<void> {
  await until("the session is open", async () => {
    const before = toy.paths.length;
    await ask(["{ double(value: 0) }"]);
    return toy.paths.length === before;
  });
}

test("each kind of request is answered in frames as over HTTP, first and again", async () => {
  const toy = await startToy();
  const [framed, plain] = [askerOf(toy, true), askerOf(toy, false)];
  await openSession(toy, framed);
  for (const round of [1, 2, 3]) {
    for (const [name, sample] of Object.entries(samples)) {
      const before = toy.paths.length;
      const inFrames = await framed(sample);
      const httpRequests = toy.paths.length - before;
      // What is too long for a frame is sent over HTTP.
      expect([round, name, httpRequests]).toEqual([round, name, name === "a long variable" ? 1 : 0]);
      expect([round, name, inFrames]).toEqual([round, name, await plain(sample)]);
    }
  }
  expect(seen.writes).toBe(6);
});

test("many requests at a time keep their own callers and documents", async () => {
  const toy = await startToy();
  const ask = askerOf(toy, true);
  await openSession(toy, ask);
  const before = toy.paths.length;
  // More documents and callers than have numbers at a time.
  const ids = Array.from({ length: 3_000 }, (_, index) => index);
  const results = await Promise.all(
    ids.map((id) =>
      ask([
        `query Q${id} { caller double(value: ${id}) }`,
        {},
        { principal: { ...person, id: `usr_${id}` }, requestId: `req_${id}` },
      ]),
    ),
  );
  for (const id of ids) {
    expect(results[id]).toMatchObject({
      result: { data: { caller: expect.stringMatching(`^usr_${id} req_${id} `), double: id * 2 } },
    });
  }
  // Beyond the open requests of a session, HTTP takes over.
  expect(toy.paths.length - before).toBeGreaterThan(0);
});
