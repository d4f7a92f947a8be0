import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { frameKinds, printFrame } from "../../../src/graphql/frames/frame-format.ts";
import { frameLimits } from "../../../src/graphql/frames/frame-messages.ts";
import { until } from "../../support/poll.ts";
import { anonymousFacts, RawRouter } from "./raw-router.ts";
import { seen, startToy } from "./toy-server.ts";

const closed = (router: RawRouter) => until("the connection is closed", () => router.isClosed);
const answers = async (router: RawRouter) => (await router.next(frameKinds.answers)).text;

describe("a connection is not changed to frames", () => {
  test.each<[string, object, number]>([
    ["without a signature", { signature: null }, 401],
    ["with a signature that is none", { signature: "b2.1.x.y" }, 401],
    ["by another secret", { secret: "another-secret" }, 401],
    ["for another subgraph", { audience: "hub" }, 401],
    ["at another path", { path: "/livez" }, 200],
  ])("%s", async (_, options, status) => {
    const { port } = await startToy();
    const router = await RawRouter.connect(port, options);
    expect(router.head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    // A connection that stays one of HTTP would be kept for the next request.
    if (status === 200) router.socket.end();
    await closed(router);
  });

  test("while the process is being replaced", async () => {
    const { port, draining } = await startToy();
    draining.isOn = true;
    expect((await RawRouter.connect(port)).head).toMatch(/^HTTP\/1.1 503 /);
  });
});

describe("a session is ended, and nothing is run, for a router that", () => {
  test("has another version", async () => {
    const { port } = await startToy();
    const router = await RawRouter.connect(port, { version: 2 });
    await router.hello();
    await closed(router);
  });

  test("signed its request but does not know the secret", async () => {
    const { port } = await startToy();
    const router = await RawRouter.connect(port);
    await router.next(frameKinds.challenge);
    const hello = JSON.stringify({ version: 1, nonce: "n".repeat(32), maxAnswerBytes: 1 });
    router.socket.write(printFrame(frameKinds.hello, "0".repeat(32) + hello));
    await closed(router);
  });

  test("sends requests before its hello", async () => {
    const { port } = await startToy();
    const router = await RawRouter.connect(port);
    await router.next(frameKinds.challenge);
    router.socket.write(printFrame(frameKinds.requests, `${"0".repeat(32)}[]`));
    await closed(router);
  });

  test("sends garbage", async () => {
    const { port } = await startToy();
    const router = await RawRouter.open(port);
    router.socket.write(Buffer.from("POST /graphql HTTP/1.1\r\n\r\n"));
    await closed(router);
  });

  test("announces a frame that is too large", async () => {
    const { port, lines } = await startToy();
    const router = await RawRouter.open(port);
    const head = Buffer.alloc(5);
    head.writeUInt32BE(frameLimits.requestBytes + 1);
    router.socket.write(head);
    await closed(router);
    expect(lines.at(-1)).toMatchObject({ reason: "A frame has a length that is not allowed." });
  });

  test("repeats a frame", async () => {
    const { port } = await startToy();
    const router = await RawRouter.open(port);
    const entries = [
      ["d", 0, "mutation { charge(value: 1) }"],
      ["c", 0, anonymousFacts],
      [1, 0, 0, "req_1", {}, 0],
    ];
    const frame = router.sealed(frameKinds.requests, JSON.stringify(entries));
    router.socket.write(frame);
    expect(await answers(router)).toContain('"charge":1');
    router.socket.write(frame);
    await closed(router);
    expect(seen.writes).toBe(1);
  });

  test("changes a frame", async () => {
    const { port } = await startToy();
    const router = await RawRouter.open(port);
    const entries = [
      ["d", 0, "mutation { charge(value: 1) }"],
      ["c", 0, anonymousFacts],
      [1, 0, 0, "req_1", {}, 0],
    ];
    const frame = router.sealed(frameKinds.requests, JSON.stringify(entries));
    frame[frame.indexOf("value: 1") + 7] = "9".charCodeAt(0);
    router.socket.write(frame);
    await closed(router);
    expect(seen.writes).toBe(0);
  });

  test.each<[string, string]>([
    ["sends what is no JSON", "["],
    ["sends what is no list", "{}"],
    ["names a document that it did not send", '[["c",0,{}],[1,5,0,"r",{},0]]'],
    ["names a caller that it did not send", '[["d",0,"{ a }"],[1,0,5,"r",{},0]]'],
    ["leaves numbers out", '[["d",4000000000,"{ a }"]]'],
    ["names the prototype", '[["d","__proto__","{ a }"]]'],
    ["has ids that are no numbers", '[["d",0,"{ a }"],["c",0,{}],["x",0,0,"r",{},0]]'],
    ["sends nothing in place of an entry", "[null]"],
  ])("%s", async (_, text) => {
    const { port } = await startToy();
    const router = await RawRouter.open(port);
    await router.send(frameKinds.requests, text);
    await closed(router);
  });

  test("has more requests open than it may", async () => {
    const { port } = await startToy();
    const router = await RawRouter.open(port);
    await router.ask(1, "{ slow }");
    const more = (from: number, count: number) =>
      JSON.stringify(Array.from({ length: count }, (_, index) => [from + index, 0, 0, "req_x", {}, 0]));
    await router.send(frameKinds.requests, more(2, frameLimits.openRequests - 1));
    await until("all wait", () => seen.waiting.length === frameLimits.openRequests);
    expect(router.isClosed).toBe(false);
    await router.send(frameKinds.requests, more(frameLimits.openRequests + 1, 1));
    await closed(router);
    await until("all are aborted", () => seen.aborted === frameLimits.openRequests);
  });
});

test("frames that arrive byte by byte are answered alike", async () => {
  const { port } = await startToy();
  const router = await RawRouter.open(port, { torn: true });
  await router.ask(1, "{ double(value: 4) }");
  expect(await answers(router)).toMatch(/^1 200 {"data":{"double":8}/);
});

test("an older secret opens a session, too", async () => {
  const { port } = await startToy();
  const router = await RawRouter.open(port, { secret: "an-older-secret" });
  await router.ask(1, "{ double(value: 4) }");
  expect(await answers(router)).toContain('"double":8');
});

test("responses come as they are ready, and a cancelled request is aborted alone", async () => {
  const { port } = await startToy();
  const router = await RawRouter.open(port);
  await router.ask(1, "{ slow }");
  await router.ask(2, "{ slow }");
  await router.ask(3, "{ double(value: 4) }");
  expect(await answers(router)).toMatch(/^3 200 /);
  await until("both wait", () => seen.waiting.length === 2);
  await router.send(frameKinds.cancel, "1");
  await until("one is aborted", () => seen.aborted === 1);
  seen.waiting[1]!();
  expect(await answers(router)).toMatch(/^2 200 {"data":{"slow":7}/);
  await router.send(frameKinds.cancel, "99");
  await router.send(frameKinds.ping, "");
  await router.next(frameKinds.pong);
  expect(seen.aborted).toBe(1);
});

test("a response beyond what the router reads is named, and not sent", async () => {
  const { port } = await startToy();
  const router = await RawRouter.open(port, { maxAnswerBytes: 1_000 });
  await router.ask(1, "query ($n: Int!) { long(length: $n) }", { n: 5_000 });
  expect(await answers(router)).toBe("1 0 \n");
});

test("a router that reads nothing is not read from, until it does", async () => {
  const { port } = await startToy();
  const router = await RawRouter.open(port, { maxAnswerBytes: 32_000_000 });
  const long = "query ($n: Int!) { long(length: $n) }";
  await router.ask(1, long, { n: 10 });
  await answers(router);
  router.socket.pause();
  for (let id = 2; id < 10; id++) await router.ask(id, long, { n: 2_000_000 });
  for (let id = 10; id < 40; id++) {
    await router.send(frameKinds.requests, JSON.stringify([[id, 0, 0, "req_x", { n: 1 }, 0]]));
  }
  router.socket.resume();
  const got: number[] = [];
  while (got.length < 38) {
    const { text } = await router.next(frameKinds.answers);
    for (const line of text.trimEnd().split("\n")) got.push(Number(line.split(" ")[0]));
  }
  expect(got.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 38 }, (_, index) => index + 2));
});

test("while the process is being replaced, routers are asked to leave and nothing is lost", async () => {
  const { port, draining, server } = await startToy();
  const router = await RawRouter.open(port);
  await router.ask(1, "{ slow }");
  await until("it waits", () => seen.waiting.length === 1);
  draining.isOn = true;
  await router.next(frameKinds.leaving);
  await router.ask(2, "{ double(value: 1) }");
  expect(await answers(router)).toMatch(/^2 200 /);
  const closing = server.close();
  seen.waiting[0]!();
  expect(await answers(router)).toMatch(/^1 200 /);
  router.socket.end();
  await closing;
  expect(router.socket.destroyed || (await once(router.socket, "close"))).toBeTruthy();
});
