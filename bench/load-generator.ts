/**
 * The load generator, in its own process: keep-alive connections over plain sockets, one running request on
 * each. It does the minimum per response (its length, a status of 2xx, no errors in it), so that the server is
 * what is measured.
 */
import { connect, type Socket } from "node:net";
import { counterMark, type LoadJob, type LoadResult } from "./load.types.ts";

process.on("message", (job: LoadJob) => {
  run(job).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ fault: String(error) } satisfies LoadResult),
  );
});
process.on("disconnect", () => process.exit(0));
process.send?.("ready");

async function run(job: LoadJob): Promise<LoadResult> {
  const takeBody = createBodySource(job);
  const latencies: number[] = [];
  let remaining = job.requests ?? Infinity;
  const startedAt = performance.now();
  const cpuAtStart = process.cpuUsage();
  const vigil = job.staysAwake ? new Vigil() : null;
  const deadline = job.seconds === undefined ? Infinity : startedAt + job.seconds * 1000;
  const takeRequest = (): Buffer | null => {
    if (remaining <= 0 || performance.now() >= deadline) return null;
    remaining -= 1;
    return takeBody();
  };
  await Promise.all(
    Array.from({ length: job.connections }, () => converse(job.port, takeRequest, latencies, vigil)),
  ).finally(() => vigil?.end());
  const elapsedMs = performance.now() - startedAt;
  const cpu = process.cpuUsage(cpuAtStart);
  const busyMs = vigil ? elapsedMs - vigil.idleMs : (cpu.user + cpu.system) / 1000;
  latencies.sort((a, b) => a - b);
  const quantile = (share: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))]!;
  return {
    completed: latencies.length,
    requestsPerSecond: (latencies.length / elapsedMs) * 1000,
    p50Ms: quantile(0.5),
    p95Ms: quantile(0.95),
    p99Ms: quantile(0.99),
    generatorCpuShare: busyMs / elapsedMs,
  };
}

/** Keeps the event loop busy, and sums up the ticks without work. */
class Vigil {
  idleMs = 0;
  #turnBegan = performance.now();
  #hasWork = false;
  #isOver = false;

  constructor() {
    setImmediate(this.#turn);
  }

  noteWork(): void {
    this.#hasWork = true;
  }

  end(): void {
    this.#isOver = true;
  }

  readonly #turn = (): void => {
    const now = performance.now();
    if (!this.#hasWork) this.idleMs += now - this.#turnBegan;
    this.#turnBegan = now;
    this.#hasWork = false;
    if (!this.#isOver) setImmediate(this.#turn);
  };
}

/** Requests in rotation, encoded in advance unless each must be new. */
function createBodySource(job: LoadJob): () => Buffer {
  const encoded = job.paths
    ? job.paths.map((path) => encode({ ...job, path }, ""))
    : job.headersInTurn
      ? job.headersInTurn.map((headers) => encode({ ...job, headers }, job.bodies[0]!))
      : job.bodies.map((body) => encode(job, body));
  let next = 0;
  let count = job.countFrom;
  return () => {
    const place = next;
    next = place + 1 === encoded.length ? 0 : place + 1;
    if (count === undefined) return encoded[place]!;
    const number = String(count++).padStart(counterMark.length, "0");
    return encode(job, job.bodies[place]!.replaceAll(counterMark, number));
  };
}

function encode({ method, port, path, headers = {} }: LoadJob, body: string): Buffer {
  const fields = { host: `127.0.0.1:${port}`, accept: "application/json", ...headers };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  const content =
    method === "GET"
      ? ""
      : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}${content}\r\n${body}`);
}

/** One connection: request, answer, request, until there is no next request. Rejects at the first bad answer. */
function converse(
  port: number,
  takeRequest: () => Buffer | null,
  latencies: number[],
  vigil: Vigil | null,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ port, host: "127.0.0.1", noDelay: true });
    let sentAt = 0;
    let received: Buffer | null = null;
    const sendNext = () => {
      const request = takeRequest();
      if (!request) return socket.end();
      sentAt = performance.now();
      return socket.write(request);
    };
    socket.on("connect", sendNext);
    socket.on("data", (chunk) => {
      vigil?.noteWork();
      received = received ? Buffer.concat([received, chunk]) : chunk;
      const end = endOfAnswer(received);
      if (end === null || received.length < end) return;
      latencies.push(performance.now() - sentAt);
      if (received[9] !== 0x32 || received.includes('"errors":[')) {
        const from = Math.max(0, received.indexOf('"errors":['));
        socket.destroy(new Error(`answered ${received.toString("latin1", from, from + 600)}`));
        return;
      }
      received = null;
      sendNext();
    });
    socket.on("error", reject);
    socket.on("close", () => (received ? reject(new Error("closed within an answer")) : resolve()));
  });
}

/** The end of the response, in bytes; null while it is unknown. */
function endOfAnswer(received: Buffer): number | null {
  const headEnd = received.indexOf("\r\n\r\n");
  if (headEnd < 0) return null;
  const head = received.toString("latin1", 0, headEnd);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head);
  if (length) return headEnd + 4 + Number(length[1]);
  const isComplete = received.toString("latin1", received.length - 5) === "0\r\n\r\n";
  return isComplete ? received.length : null;
}
