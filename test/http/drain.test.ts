import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { moveConnections } from "../../src/http/drain.ts";

async function startServer() {
  const server = Fastify({ forceCloseConnections: "idle" });
  moveConnections(server, { isDraining: () => false });
  server.get("/", async () => "ok");
  await server.listen({ host: "127.0.0.1", port: 0 });
  return { server, port: (server.server.address() as AddressInfo).port };
}

function open(port: number) {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => undefined);
  return socket;
}

test("a server closes although a client has connected and sent nothing", async () => {
  const { server, port } = await startServer();
  const accepted = once(server.server, "connection");
  const socket = open(port);
  await accepted;
  const ended = once(socket, "close");
  await server.close();
  await ended;
});

test("a request whose headers are still arriving gets a status before the server closes", async () => {
  const { server, port } = await startServer();
  const socket = open(port);
  const accepted = once(server.server, "connection");
  socket.write("GET / HTTP/1.1\r\n");
  const [received] = (await accepted) as [{ bytesRead: number }];
  await expect.poll(() => received.bytesRead).toBeGreaterThan(0);
  const closed = server.close();
  let text = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  socket.write("Host: localhost\r\n\r\n");
  await closed;
  await expect.poll(() => text).toMatch(/^HTTP\/1.1 503/);
});
