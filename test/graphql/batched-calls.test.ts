import { parse, type DocumentNode, type ExecutionResult } from "graphql";
import { describe, expect, test } from "vitest";
import { DomainError } from "../../src/errors.ts";
import { printAnswer } from "../../src/graphql/batch-format.ts";
import { createRemoteExecutor } from "../../src/graphql/remote-executor.ts";
import { newId } from "../../src/ids.ts";
import { person, toyCall, type ToyCall } from "../federation/toy-graph.ts";
import { until } from "../support/poll.ts";
import { secret, startRemote, type SeenRequest } from "./remote-server.ts";

const read = parse("query ($n: Int) { leaf(n: $n) { id } }");
const write = parse("mutation ($n: Int) { leaf: grow(n: $n) { id } }");
const leafOf = (n: unknown) => ({ data: { leaf: { id: n } } });
const answerOwn = (seen: SeenRequest) => seen.answer(leafOf(seen.variables["n"]));

interface Options {
  knowsBatches?: boolean;
  timeoutMs?: number;
  deadlineMs?: number;
}

/**
 * A subgraph at the wire, and an executor that requests leaf `n` from it, each time with its own request
 * context.
 */
async function open(react?: (seen: SeenRequest) => void, options: Options = {}) {
  const { knowsBatches, ...limits } = options;
  const remote = await startRemote(react, knowsBatches === undefined ? {} : { knowsBatches });
  const execute = createRemoteExecutor({ name: "toy", url: remote.url, secret, ...limits });
  const run = (n: unknown, document: DocumentNode = read, call: Partial<ToyCall> = {}) =>
    execute({
      document,
      variables: { n },
      call: { ...toyCall(person), requestId: newId("req"), ...call },
    });
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

describe("posts of one tick of the event loop", () => {
  test("posts of one tick share one request, and each gets its own response", async () => {
    const { run, paths, requests } = await open(answerOwn);
    const ids = [1, 2, 3].map(() => newId("req"));
    const results = await Promise.all(ids.map((requestId, n) => run(n, read, { requestId })));
    expect(results).toEqual([leafOf(0), leafOf(1), leafOf(2)]);
    expect(paths).toEqual(["/graphql/batch"]);
    expect(requests.map(({ requestId }) => requestId)).toEqual(ids);
  });

  test("a single post goes to the plain GraphQL path", async () => {
    const { run, paths } = await open(answerOwn);
    expect(await run(1)).toEqual(leafOf(1));
    expect(await run(2)).toEqual(leafOf(2));
    expect(paths).toEqual(["/graphql", "/graphql"]);
  });

  test("a slow entry of a batch delays no other", async () => {
    const { run, seen } = await open();
    const [slow, quick] = [run("slow"), run("quick")];
    const requests = await seen(2);
    requests[1]!.answer(leafOf("quick"));
    expect(await quick).toEqual(leafOf("quick"));
    requests[0]!.answer(leafOf("slow"));
    expect(await slow).toEqual(leafOf("slow"));
  });

  test("refusals, failures and broken responses stay with their batch entry", async () => {
    const { run, seen } = await open();
    const running = [run(1), run(2), run(3)];
    const requests = await seen(3);
    const refusal = { data: { leaf: null }, errors: [{ message: "no", extensions: { code: "NOT_FOUND" } }] };
    requests[0]!.answer(refusal);
    requests[1]!.answer("<html>", 502);
    requests[2]!.answer(leafOf(3));
    expect((await running[0]!).errors![0]!.extensions).toEqual({ code: "NOT_FOUND" });
    await causeOf(running[1]!);
    expect(await running[2]!).toEqual(leafOf(3));
  });

  test("batch responses are parsed whatever their chunk boundaries", async () => {
    const { run, seen } = await open();
    const running = [run(1), run(2)];
    const [first] = await seen(2);
    const name = "Zoë 東京 🌿";
    const text = [0, 1].map((index) =>
      printAnswer({ index, statusCode: 200, text: JSON.stringify(leafOf(name)) }),
    );
    for (const byte of Buffer.from(text.join(""))) {
      await new Promise((resolve) => first!.response.write(Buffer.from([byte]), resolve));
    }
    first!.response.end();
    expect(await Promise.all(running)).toEqual([leafOf(name), leafOf(name)]);
  });

  test("a batch has at most 64 entries and half a megabyte", async () => {
    const many = await open(answerOwn);
    await Promise.all(Array.from({ length: 130 }, (_, n) => many.run(n)));
    expect(many.paths).toEqual(["/graphql/batch", "/graphql/batch", "/graphql/batch"]);
    const large = await open((seen) => seen.answer(leafOf("ok")));
    await Promise.all(["a", "b", "c"].map((letter) => large.run(letter.repeat(200_000))));
    expect(large.paths.toSorted()).toEqual(["/graphql", "/graphql/batch"]);
  });
});

describe("a batch that fails", () => {
  test("a batch that fails before a response retries its reads only", async () => {
    const { run, paths, requests } = await open((seen) => {
      if (paths.length === 1) seen.socket.resetAndDestroy();
      else answerOwn(seen);
    });
    const writing = causeOf(run(1, write));
    expect(await Promise.all([run(2), run(3)])).toEqual([leafOf(2), leafOf(3)]);
    expect((await writing).code).toBe("ECONNRESET");
    expect(paths).toEqual(["/graphql/batch", "/graphql/batch"]);
    expect(requests.map(({ variables }) => variables["n"])).toEqual([1, 2, 3, 2, 3]);
  });

  test("a batch is retried at most once", async () => {
    const { run, paths } = await open((seen) => seen.socket.resetAndDestroy());
    await Promise.all([causeOf(run(1)), causeOf(run(2))]);
    expect(paths).toHaveLength(2);
  });

  test("a batch that breaks off fails its unanswered entries without a retry", async () => {
    const { run, seen, paths } = await open();
    const running = [run(1), run(2), run(3, write)];
    const requests = await seen(3);
    requests[1]!.answer(leafOf(2));
    expect(await running[1]).toEqual(leafOf(2));
    requests[0]!.socket.destroy();
    await Promise.all([causeOf(running[0]!), causeOf(running[2]!)]);
    expect(paths).toHaveLength(1);
  });

  test("entries that a finished batch response lacks fail", async () => {
    const { run, seen } = await open();
    const running = [run(1), run(2)];
    const requests = await seen(2);
    requests[0]!.answer(leafOf(1));
    requests[0]!.response.end();
    expect(await running[0]).toEqual(leafOf(1));
    expect((await causeOf(running[1]!)).message).toContain("without this answer");
  });

  test("a batch that times out is not retried", async () => {
    const { run, seen, paths } = await open(undefined, { timeoutMs: 100 });
    const codes = await Promise.all([causeOf(run(1)), causeOf(run(2))]);
    expect(codes.map(({ code }) => code)).toEqual(["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_HEADERS_TIMEOUT"]);
    const running = [run(3), run(4)];
    (await seen(4))[2]!.answer(leafOf(3));
    expect(await running[0]).toEqual(leafOf(3));
    expect((await causeOf(running[1]!)).code).toBe("UND_ERR_BODY_TIMEOUT");
    expect(paths).toHaveLength(2);
  });

  test("a refused batch fails all its entries", async () => {
    const { run, seen, paths } = await open();
    const running = [causeOf(run(1)), causeOf(run(2))];
    const [first] = await seen(2);
    first!.response.writeHead(401).end('{"code":"UNAUTHORIZED"}');
    for (const { message } of await Promise.all(running)) expect(message).toContain("answered 401");
    expect(paths).toHaveLength(1);
  });

  test("the deadline of one batch entry does not affect the others", async () => {
    const { run, seen } = await open(undefined, { deadlineMs: 300 });
    const running = [causeOf(run(1)), run(2)];
    const requests = await seen(2);
    requests[1]!.answer(leafOf(2));
    expect(await running[1]).toEqual(leafOf(2));
    expect(((await running[0]) as Error).message).toContain("300 ms");
    await until("the request is gone", () => requests[0]!.isGone);
  });
});

describe("a client that disconnects", () => {
  test("a batch is cancelled only when its last client disconnects", async () => {
    const { run, seen } = await open();
    const aborts = [new AbortController(), new AbortController()];
    const going = aborts.map(({ signal }, n) => causeOf(run(n, read, { signal })));
    const staying = run("stays");
    const requests = await seen(3);
    aborts[0]!.abort();
    await going[0];
    expect(requests[0]!.isGone).toBe(false);
    requests[0]!.answer(leafOf("late"));
    requests[2]!.answer(leafOf("stays"));
    expect(await staying).toEqual(leafOf("stays"));
    aborts[1]!.abort();
    await going[1];
    await until("the request is gone", () => requests[1]!.isGone);
  });

  test("a client that disconnects before the batch is sent is not part of it", async () => {
    const { run, paths, requests } = await open(answerOwn);
    const going = causeOf(run(1, read, { signal: AbortSignal.abort() }));
    expect(await run(2)).toEqual(leafOf(2));
    await going;
    expect([paths, requests.length]).toEqual([["/graphql"], 1]);
  });
});

test("a subgraph without batch support gets single requests, each once, from then on", async () => {
  const { run, paths, requests } = await open(answerOwn, { knowsBatches: false });
  const round = (from: number) => Promise.all([run(from), run(from + 1, write), run(from + 2)]);
  expect(await round(1)).toEqual([leafOf(1), leafOf(2), leafOf(3)]);
  expect(await round(4)).toEqual([leafOf(4), leafOf(5), leafOf(6)]);
  expect(paths).toEqual(["/graphql/batch", ...Array.from({ length: 6 }, () => "/graphql")]);
  const asked = requests.map(({ variables }) => Number(variables["n"]));
  expect(asked.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
});
