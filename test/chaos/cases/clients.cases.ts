import { readFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { ChaosCase, ChaosWorld, Facts } from "../chaos.types.ts";
import { nothingLost, nothingWrong, promise, slowestOf } from "../expectations.ts";

const elsewhere = "/credits/balance/central";
const mebibyte = 2 ** 20;

/** Connections to the first router whose client misbehaves as the case defines. */
class Nuisance {
  readonly #port: number;
  readonly sockets: Socket[] = [];
  closed = 0;
  received = "";

  constructor({ split }: ChaosWorld) {
    this.#port = split.one("router").port;
  }

  open(count: number, whenOpen: (socket: Socket) => void): void {
    for (let index = 0; index < count; index++) {
      const socket = connect({ port: this.#port, host: "127.0.0.1" });
      socket.on("error", () => undefined);
      socket.on("connect", () => whenOpen(socket));
      socket.on("close", () => (this.closed += 1));
      this.sockets.push(socket);
    }
  }

  /** Time until the server had closed all of them, in milliseconds. */
  async untilClosed(withinMs: number): Promise<number> {
    const startedAt = performance.now();
    while (this.closed < this.sockets.length) {
      const elapsedMs = performance.now() - startedAt;
      promise(elapsedMs < withinMs, `${this.sockets.length - this.closed} connections are still open`);
      await wait(20);
    }
    return Math.round(performance.now() - startedAt);
  }

  /**
   * Time until the server had released all of them. A client that never reads does not see the end: unread data
   * comes before it.
   */
  async untilLetGo(withinMs: number): Promise<number> {
    const startedAt = performance.now();
    const ours = new Set(this.sockets.map(({ localPort }) => localPort!));
    for (;;) {
      const held = (await heldConnections(this.#port)).filter((port) => ours.has(port)).length;
      if (held === 0) return Math.round(performance.now() - startedAt);
      promise(performance.now() - startedAt < withinMs, `${held} connections are still held`);
      await wait(250);
    }
  }

  end(): void {
    for (const socket of this.sockets) socket.destroy();
  }
}

/** The remote ports of all connections to a port that a process on this machine still has open (Linux). */
async function heldConnections(port: number): Promise<number[]> {
  const rows = (await readFile("/proc/net/tcp", "utf8")).split("\n").slice(1);
  const portOf = (address = "") => Number.parseInt(address.split(":")[1] ?? "", 16);
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter((columns) => portOf(columns[1]) === port && columns[9] !== "0")
    .map((columns) => portOf(columns[2]));
}

/** Memory growth of the first router during the work, in MiB. */
async function growthDuring(world: ChaosWorld, work: () => Promise<void>): Promise<number> {
  const router = world.split.one("router");
  const before = await router.residentBytes();
  let most = before;
  const timer = setInterval(
    () => void router.residentBytes().then((bytes) => (most = Math.max(most, bytes))),
    100,
  );
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return Math.round((most - before) / mebibyte);
}

async function finish(world: ChaosWorld, facts: Facts): Promise<Facts> {
  nothingWrong(world);
  await nothingLost(world);
  return facts;
}

export const slowLoris: ChaosCase = {
  name: "slow-loris",
  promise:
    "Requests that trickle in are cut off when their time is up; meanwhile all others are answered as ever.",
  run: async (world) => {
    world.traffic.reset();
    const nuisance = new Nuisance(world);
    const timers: NodeJS.Timeout[] = [];
    const trickle = (socket: Socket, text: string) =>
      timers.push(setInterval(() => socket.writable && socket.write(text), 100));
    try {
      nuisance.open(100, (socket) => {
        socket.write("GET / HTTP/1.1\r\nhost: x\r\n");
        trickle(socket, "x-more: 1\r\n");
      });
      nuisance.open(100, (socket) => {
        socket.write(
          "POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n{",
        );
        trickle(socket, " ");
      });
      const slowestMs = await slowestOf(world, elsewhere);
      const closedMs = await nuisance.untilClosed(20_000);
      return await finish(world, { "others' slowest ms": slowestMs, "all cut off after ms": closedMs });
    } finally {
      timers.forEach(clearInterval);
      nuisance.end();
    }
  },
};

export const hugeBody: ChaosCase = {
  name: "a body of 1 GB",
  promise: "It is refused with 413 after at most a few MiB, and the memory of it stays bounded.",
  run: async (world) => {
    world.traffic.reset();
    const nuisance = new Nuisance(world);
    const chunk = Buffer.alloc(64 * 1024, " ");
    const framed = Buffer.concat([Buffer.from("10000\r\n"), chunk, Buffer.from("\r\n")]);
    let sent = 0;
    const pour = (socket: Socket, piece: Buffer) => {
      while (socket.writable && sent < 1024 * mebibyte) {
        sent += piece.length;
        if (!socket.write(piece)) return void socket.once("drain", () => pour(socket, piece));
      }
    };
    const head = "POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n";
    const answers: string[] = [];
    const grewMiB = await growthDuring(world, async () => {
      nuisance.open(1, (socket) => {
        socket.on("data", (data) => answers.push(data.toString("latin1", 0, 12)));
        socket.write(`${head}content-length: ${1024 * mebibyte}\r\n\r\n`);
        pour(socket, chunk);
      });
      nuisance.open(1, (socket) => {
        socket.on("data", (data) => answers.push(data.toString("latin1", 0, 12)));
        socket.write(`${head}transfer-encoding: chunked\r\n\r\n`);
        pour(socket, framed);
      });
      await nuisance.untilClosed(15_000);
    });
    nuisance.end();
    // A reset may overtake the answer on its way.
    promise(
      answers.every((answer) => answer === "HTTP/1.1 413"),
      `answered ${answers.join(", ")}`,
    );
    promise(sent < 64 * mebibyte, `${Math.round(sent / mebibyte)} MiB were taken`);
    promise(grewMiB < 80, `the router grew by ${grewMiB} MiB`);
    return finish(world, {
      answers: answers.length,
      "MiB taken": Math.round(sent / mebibyte),
      "router grew MiB": grewMiB,
    });
  },
};

const neverReads: ChaosCase = {
  name: "clients that never read",
  promise:
    "They are cut off when nothing has moved for a while; memory stays bounded, all others are answered as ever.",
  run: async (world) => {
    world.traffic.reset();
    const nuisance = new Nuisance(world);
    let slowestMs = 0;
    let closedMs = 0;
    const grewMiB = await growthDuring(world, async () => {
      nuisance.open(50, (socket) => {
        socket.pause();
        const asked = "GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n".repeat(10);
        socket.write(asked);
      });
      slowestMs = await slowestOf(world, elsewhere);
      closedMs = await nuisance.untilLetGo(90_000).finally(() => nuisance.end());
    });
    promise(grewMiB < 400, `the router grew by ${grewMiB} MiB`);
    return finish(world, {
      "others' slowest ms": slowestMs,
      "cut off after ms": closedMs,
      "router grew MiB": grewMiB,
    });
  },
};

const distinctDocuments: ChaosCase = {
  name: "a flood of distinct documents",
  promise: "Each is answered or refused, memory stays bounded, and known documents are answered as ever.",
  run: async (world) => {
    world.traffic.reset();
    let slowestMs = 0;
    let ok = 0;
    let refused = 0;
    const flood = async (worker: number) => {
      for (let count = 0; count < 150; count++) {
        const query = `{ me { a${worker}_${count}: name plan } }`;
        const { outcome, text } = await world.traffic.probe({
          method: "POST",
          path: "/graphql",
          body: { query },
        });
        promise(outcome !== "wrong", `answered ${text.slice(0, 200)}`);
        if (outcome === "ok") ok += 1;
        else refused += 1;
      }
    };
    const grewMiB = await growthDuring(world, async () => {
      const floods = Promise.all(Array.from({ length: 8 }, (_, worker) => flood(worker)));
      slowestMs = await slowestOf(world, elsewhere);
      await floods;
    });
    promise(grewMiB < 300, `the router grew by ${grewMiB} MiB`);
    return finish(world, { ok, refused, "others' slowest ms": slowestMs, "router grew MiB": grewMiB });
  },
};

export const clientCases: readonly ChaosCase[] = [slowLoris, hugeBody, neverReads, distinctDocuments];
