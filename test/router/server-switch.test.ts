import { once } from "node:events";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import fastify, { type FastifyInstance } from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { ServerSwitch } from "../../router/server-switch.ts";

/** A server that answers its name, on `/slow` only when it is released. */
function named(name: string) {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const server = fastify({ forceCloseConnections: true });
  server.get("/", () => name);
  server.get("/slow", async () => {
    await released;
    return name;
  });
  server.server.on("upgrade", (_request, socket) => {
    socket.end(`HTTP/1.1 101 Switching Protocols\r\nupgrade: ${name}\r\nconnection: upgrade\r\n\r\n`);
  });
  return { server, release };
}

async function listen(server: FastifyInstance): Promise<string> {
  await server.listen({ host: "127.0.0.1", port: 0 });
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}

const read = async (url: string) => (await fetch(url)).text();

test("new requests go to the replacement, running ones end where they began", async () => {
  const [first, second, third] = [named("first"), named("second"), named("third")];
  const servers = new ServerSwitch();
  servers.start(first.server);
  const url = await listen(first.server);
  onTestFinished(() => first.server.close());
  const running = read(`${url}/slow`);
  await until(() => first.server.server.listenerCount("request") === 1);
  expect(await read(url)).toBe("first");
  await servers.swap(second.server);
  expect(await read(url)).toBe("second");
  const onSecond = read(`${url}/slow`);
  expect(await upgradeOf(url)).toBe("second");
  await servers.swap(third.server);
  expect(await read(url)).toBe("third");
  expect(await upgradeOf(url)).toBe("third");
  first.release();
  second.release();
  expect(await Promise.all([running, onSecond])).toEqual(["first", "second"]);
  await servers.close();
});

test("the two latest replacements stay open, older ones are closed", async () => {
  const first = named("first");
  const closed: string[] = [];
  const servers = new ServerSwitch();
  servers.start(first.server);
  await listen(first.server);
  onTestFinished(() => first.server.close());
  for (const name of ["a", "b", "c"]) {
    const { server } = named(name);
    server.addHook("onClose", (_instance, done) => {
      closed.push(name);
      done();
    });
    await servers.swap(server);
  }
  expect(closed).toEqual(["a"]);
  await servers.close();
  expect(closed.toSorted()).toEqual(["a", "b", "c"]);
});

async function upgradeOf(url: string): Promise<string | undefined> {
  const asked = request(url, { headers: { upgrade: "test", connection: "upgrade" } }).end();
  const [response] = (await once(asked, "upgrade")) as [{ headers: Record<string, string> }];
  return response.headers["upgrade"];
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}
