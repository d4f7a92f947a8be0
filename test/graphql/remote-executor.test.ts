import { parse, type ExecutionResult } from "graphql";
import { describe, expect, test } from "vitest";
import { fixedClock } from "../../src/time/clock.ts";
import type { CallContext } from "../../src/context.ts";
import { DomainError } from "../../src/errors.ts";
import { createRemoteExecutor } from "../../src/graphql/remote-executor.ts";
import { newId } from "../../src/ids.ts";
import { person, toyCall } from "../federation/toy-graph.ts";
import { until } from "../support/poll.ts";
import { secret, startRemote, type SeenRequest } from "./remote-server.ts";

const read = parse("query ($n: Int) { leaf(n: $n) { id } }");
const write = parse("mutation { grow { id } }");
const leaf = { data: { leaf: { id: "1" } } };

const callOf = (over: Partial<CallContext> = {}): CallContext => ({
  ...toyCall(person),
  requestId: newId("req"),
  ...over,
});

/** A subgraph at the wire and an executor for it. */
async function open(
  react?: (seen: SeenRequest) => void,
  limits: { timeoutMs?: number; deadlineMs?: number } = {},
) {
  const remote = await startRemote(react);
  const execute = createRemoteExecutor({ name: "toy", url: remote.url, secret, ...limits });
  const run = (document = read, call = callOf(), variables: Record<string, unknown> = {}) =>
    execute({ document, variables, call });
  const seen = (count: number) =>
    until(`${count} requests`, () => remote.requests.length >= count && remote.requests);
  return { ...remote, run, seen };
}

/** How an execution fails, which must be SERVICE_UNAVAILABLE: its cause. */
async function causeOf(running: Promise<ExecutionResult>): Promise<Error & { code?: string }> {
  const error = await running.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(DomainError);
  expect(error).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  return (error as DomainError).cause as Error;
}

describe("identical concurrent reads", () => {
  test("identical concurrent reads share one request, and each gets its own result", async () => {
    const { run, seen } = await open();
    const running = [run(), run(), run(parse("query ($n: Int) { leaf(n: $n) { id } }"))];
    const [request] = await seen(1);
    request!.answer(leaf);
    const results = await Promise.all(running);
    expect(results).toEqual([leaf, leaf, leaf]);
    (results[0]!.data as typeof leaf.data).leaf.id = "changed";
    expect(results.slice(1)).toEqual([leaf, leaf]);
    expect(await seen(1)).toHaveLength(1);
  });

  test("a completed read is not reused for a later one", async () => {
    const { run, requests } = await open((request) => request.answer(leaf));
    await run();
    await run();
    expect(requests).toHaveLength(2);
  });

  const sameFor = (over: Partial<CallContext>): [CallContext, CallContext] => [callOf(), callOf(over)];
  test.each<[string, [CallContext, CallContext]]>([
    ["of another account", sameFor({ principal: { ...person, id: "usr_2", ownerId: "usr_2" } })],
    ["with other scopes", sameFor({ principal: { ...person, scopes: [] } })],
    ["for another app", sameFor({ appId: "invoicer" })],
    ["at another time", sameFor({ clock: fixedClock(new Date("2026-01-01T00:00:00Z")) })],
    ["under an idempotency key", [callOf({ idempotencyKey: "k" }), callOf({ idempotencyKey: "k" })]],
  ])("are not shared by calls %s", async (_name, [first, second]) => {
    const { run, seen } = await open();
    const running = [run(read, first), run(read, second)];
    const requests = await seen(2);
    requests.forEach((request) => request.answer(leaf));
    expect(await Promise.all(running)).toEqual([leaf, leaf]);
  });

  test("reads with different variables are not shared", async () => {
    const { run, seen } = await open();
    const running = [run(read, callOf(), { n: 1 }), run(read, callOf(), { n: 2 })];
    for (const { variables, answer } of await seen(2)) answer({ data: { leaf: { id: variables["n"] } } });
    const results = await Promise.all(running);
    expect(results.map(({ data }) => data)).toEqual([{ leaf: { id: 1 } }, { leaf: { id: 2 } }]);
  });

  test("reads are not shared across a write, so that a principal reads its own writes", async () => {
    const { run, seen } = await open();
    const before = run();
    await seen(1);
    const writing = run(write);
    (await seen(2))[1]!.answer({ data: { grow: { id: "1" } } });
    await writing;
    const after = run();
    const requests = await seen(3);
    requests[2]!.answer({ data: { leaf: { id: "new" } } });
    expect((await after).data).toEqual({ leaf: { id: "new" } });
    requests[0]!.answer(leaf);
    expect(await before).toEqual(leaf);
  });

  test("charged reads are not shared, so that each request pays for its own", async () => {
    const { run, seen } = await open();
    const calls = [callOf(), callOf(), callOf()];
    const running = calls.map((call) => run(read, call));
    const charged = (remainingHundredths: number) => ({
      ...leaf,
      extensions: { meter: { chargedHundredths: 200, remainingHundredths, replayed: false } },
    });
    (await seen(1))[0]!.answer(charged(900));
    const rest = (await seen(3)).slice(1);
    rest[0]!.answer(charged(700));
    rest[1]!.answer(charged(500));
    await Promise.all(running);
    expect(calls.map(({ meter }) => meter.chargedHundredths)).toEqual([200, 200, 200]);
    expect(new Set(calls.map(({ meter }) => meter.remainingHundredths))).toEqual(new Set([500, 700, 900]));
  });

  test("shared reads share a refusal, except an error with a request id", async () => {
    const { run, seen } = await open();
    const refused = [run(), run()];
    const refusal = { data: { leaf: null }, errors: [{ message: "no", extensions: { code: "NOT_FOUND" } }] };
    (await seen(1))[0]!.answer(refusal);
    for (const { errors } of await Promise.all(refused)) expect(errors).toHaveLength(1);
    const calls = [callOf(), callOf()];
    const failing = calls.map((call) => run(read, call));
    const failure = ({ requestId }: SeenRequest) => ({
      data: null,
      errors: [{ message: "bug", extensions: { code: "INTERNAL_ERROR", details: { requestId } } }],
    });
    const first = (await seen(2))[1]!;
    first.answer(failure(first));
    const second = (await seen(3))[2]!;
    second.answer(failure(second));
    const told = (await Promise.all(failing)).map(({ errors }) => errors![0]!.extensions["details"]);
    expect(told).toEqual(calls.map(({ requestId }) => ({ requestId })));
  });

  test("shared reads fail together without a response", async () => {
    const { run, seen } = await open();
    const running = [causeOf(run()), causeOf(run())];
    (await seen(1))[0]!.answer("<html>", 502);
    await Promise.all(running);
    expect(await seen(1)).toHaveLength(1);
  });
});

test("identical concurrent writes are each sent", async () => {
  const { run, seen } = await open();
  const call = callOf();
  const running = [run(write, call), run(write, call)];
  (await seen(2)).forEach((request) => request.answer({ data: { grow: { id: "1" } } }));
  expect(await Promise.all(running)).toHaveLength(2);
});

describe("a client that disconnects", () => {
  test("a disconnect does not affect other waiters of a shared read", async () => {
    const { run, seen } = await open();
    const abort = new AbortController();
    const going = causeOf(run(read, callOf({ signal: abort.signal })));
    const staying = [run(read, callOf({ signal: new AbortController().signal })), run()];
    const [request] = await seen(1);
    abort.abort();
    await going;
    request!.answer(leaf);
    expect(await Promise.all(staying)).toEqual([leaf, leaf]);
    expect(await seen(1)).toHaveLength(1);
  });

  test("the last disconnect cancels a shared read, and the next client sends a new one", async () => {
    const { run, seen } = await open();
    const aborts = [new AbortController(), new AbortController()];
    const going = aborts.map(({ signal }) => causeOf(run(read, callOf({ signal }))));
    const [request] = await seen(1);
    aborts[0]!.abort();
    await going[0];
    expect(request!.isGone).toBe(false);
    aborts[1]!.abort();
    const after = run();
    await going[1];
    await until("the request is gone", () => request!.isGone);
    (await seen(2))[1]!.answer(leaf);
    expect(await after).toEqual(leaf);
  });

  test("a client that has disconnected sends no request", async () => {
    const { run, requests } = await open((request) => request.answer(leaf));
    await causeOf(run(read, callOf({ signal: AbortSignal.abort() })));
    expect(await run()).toEqual(leaf);
    expect(requests).toHaveLength(1);
  });

  test("a disconnect cancels the client's write", async () => {
    const { run, seen } = await open();
    const abort = new AbortController();
    const going = causeOf(run(write, callOf({ signal: abort.signal })));
    const [request] = await seen(1);
    abort.abort();
    await going;
    await until("the request is gone", () => request!.isGone);
  });
});
