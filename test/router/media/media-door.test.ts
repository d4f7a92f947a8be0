import { once } from "node:events";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { acceptWebSockets } from "../../../router/graphql/websocket-door.ts";
import { mountMediaDoor } from "../../../router/media/media-door.ts";
import { silentLog } from "../../support/silent-log.ts";

const said = { turn: 0, say: "", voiceId: "v", language: "en-US", isOver: false, mayBeMachine: false };
let server: FastifyInstance;
let url: string;

beforeAll(async () => {
  server = fastify();
  await acceptWebSockets(server);
  const speech = {
    toText: { recognize: () => Promise.reject(new Error("Nothing is said here")) },
    // Nothing has to be said.
    toSpeech: { async *speak() {} },
  };
  const callGateway = ({ input }: { input: { signature: string } }) => {
    const status = input.signature === "right" ? 200 : 404;
    return Promise.resolve({ status, content: JSON.stringify(said) });
  };
  mountMediaDoor(server, { callGateway: callGateway as never, speech, log: silentLog });
  url = (await server.listen({ host: "127.0.0.1", port: 0 })).replace("http", "ws");
});
afterAll(() => server?.close());

const connect = () => new WebSocket(`${url}/carrier/media/call_1`);
const start = (token: string) => {
  const mediaFormat = { encoding: "audio/x-mulaw", sampleRate: 8_000, channels: 1 };
  const ids = { streamSid: `MZ${"0".repeat(32)}`, callSid: `CA${"0".repeat(32)}` };
  return JSON.stringify({ event: "start", start: { ...ids, customParameters: { token }, mediaFormat } });
};

test(
  "connections without a token fill their own places alone, and give them back",
  { timeout: 60_000 },
  async () => {
    const calls = Array.from({ length: 100 }, connect);
    await Promise.all(calls.map((call) => once(call, "open")));
    for (const call of calls) call.send(start("right"));
    // Answers in order: what came before was taken.
    await Promise.all(
      calls.map((call) => {
        call.ping();
        return once(call, "pong");
      }),
    );
    const strangers = Array.from({ length: 100 }, connect);
    await Promise.all(strangers.map((one) => once(one, "open")));
    const [code] = (await once(connect(), "close")) as [number];
    expect(code).toBe(1013);
    expect(calls.every(({ readyState }) => readyState === WebSocket.OPEN)).toBe(true);

    strangers[0]!.send(start("wrong"));
    expect((await once(strangers[0]!, "close"))[0]).toBe(1008);
    const next = connect();
    await once(next, "open");
    next.send(start("wrong"));
    expect((await once(next, "close"))[0]).toBe(1008);
    for (const one of [...calls, ...strangers]) one.terminate();
  },
);

test("frames of a pause of the network are taken at once, and endless messages are not", async () => {
  const call = connect();
  await once(call, "open");
  call.send(start("right"));
  const frame = JSON.stringify({
    event: "media",
    media: { payload: Buffer.alloc(160, 0xff).toString("base64") },
  });
  for (let at = 0; at < 400; at += 1) call.send(frame);
  call.ping();
  await once(call, "pong");
  expect(call.readyState).toBe(WebSocket.OPEN);
  const closed = once(call, "close");
  for (let at = 0; at < 400; at += 1) call.send(frame);
  expect((await closed)[0]).toBe(1008);
});
