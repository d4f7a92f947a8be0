import { createSocket } from "node:dgram";
import { createServer } from "node:net";

/** Below the ports that systems give to outgoing connections, so that a stopped process finds its own again. */
const range = { first: 10_100, count: 22_000 };
/** Nothing else listens at this loopback address. */
const claimAddress = "127.0.0.2";
let next = (process.pid * 97 + 11_000) % range.count;

/**
 * Free loopback ports that no process of these tests has handed out before and still runs, also while nothing listens on
 * them: who takes a port holds the UDP port of that number at another loopback address until it ends. Systems without that
 * address (macOS) go without the claim.
 */
export async function takePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    const port = range.first + next;
    next = (next + 1) % range.count;
    if ((await claim(port)) && (await isFree(port))) ports.push(port);
  }
  return ports;
}

function claim(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket("udp4").unref();
    socket.once("error", (error: NodeJS.ErrnoException) =>
      socket.close(() => resolve(error.code !== "EADDRINUSE")),
    );
    socket.bind({ port, address: claimAddress, exclusive: true }, () => resolve(true));
  });
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
