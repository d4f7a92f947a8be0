import { createServer } from "node:net";

/** Below the ports that systems give to outgoing connections, so that a stopped process finds its own again. */
const range = { first: 10_100, count: 22_000 };
let next = (process.pid * 97 + 11_000) % range.count;

/** Free loopback ports that this process has not handed out before. */
export async function takePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    const port = range.first + next;
    next = (next + 1) % range.count;
    if (await isFree(port)) ports.push(port);
  }
  return ports;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
