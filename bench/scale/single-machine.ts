import { start, load } from "../processes.ts";
import { startBenchPlatform } from "../platform/servers.ts";
import { renderTable } from "../table.ts";
import { simulate, type Network } from "./network.ts";

const clientCounts = [1, 2, 4, 8, 16, 32, 64];
/** The best of them counts: the machine does other things as well. */
const rounds = 5;

export interface Point {
  clients: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** The whole platform in one process and its database on one core; more and more clients read a balance. */
export async function measureCurve(seconds: number): Promise<Point[]> {
  const platform = await startBenchPlatform();
  const generator = await start("load-generator.ts", [], { core: 1 });
  try {
    const job = {
      port: platform.port,
      method: "GET" as const,
      path: "/credits/balance/central",
      headers: platform.headers,
      paths: ["/credits/balance/central"],
      bodies: [],
    };
    await load(generator, { ...job, connections: 32, seconds: Math.max(2, seconds) });
    const points: Point[] = [];
    for (const clients of clientCounts) {
      let best: Point | null = null;
      for (let round = 0; round < rounds; round++) {
        const { requestsPerSecond, p50Ms, p99Ms } = await load(generator, {
          ...job,
          connections: clients,
          seconds: seconds / 2,
        });
        if (best && best.perSecond >= requestsPerSecond) continue;
        best = { clients, perSecond: requestsPerSecond, p50Ms, p99Ms };
      }
      points.push(best!);
    }
    return points;
  } finally {
    await generator.stop();
    await platform.stop();
  }
}

/**
 * The model of that machine: one core. The demand of a request follows from the highest measured rate; a single
 * client's rate determines the additional time that concurrent requests share. The load is on another core, so
 * there is no other waiting. The simulation predicts all points in between.
 */
function modelOf(points: readonly Point[]): Network {
  const most = Math.max(...points.map(({ perSecond }) => perSecond));
  const alone = points[0]!;
  const micros = 1e6 / most;
  return {
    stations: [{ name: "core", servers: 1 }],
    visits: [{ station: "core", micros, sharedMicros: Math.max(0, 1e6 / alone.perSecond - micros) }],
    delayMicros: 0,
    variation: 0.5,
  };
}

/** Measured and simulated side by side, and the largest error of the rates that the model was not made from. */
export function compareCurve(points: readonly Point[]): { table: string; worstError: number } {
  const model = modelOf(points);
  let worstError = 0;
  const rows = points.map((point, at) => {
    const said = simulate(model, { clients: point.clients }, { requests: 60_000, seed: 1 });
    const error = said.perSecond / point.perSecond - 1;
    if (at > 0) worstError = Math.max(worstError, Math.abs(error));
    return [
      String(point.clients),
      point.perSecond.toFixed(0),
      `${said.perSecond.toFixed(0)} (${error >= 0 ? "+" : ""}${(error * 100).toFixed(0)} %)`,
      `${point.p50Ms.toFixed(2)} / ${point.p99Ms.toFixed(2)}`,
      `${said.p50Ms.toFixed(2)} / ${said.p99Ms.toFixed(2)}`,
    ];
  });
  const head = ["clients", "measured, a second", "simulated", "measured p50 / p99 ms", "simulated"];
  return { table: renderTable(head, rows), worstError };
}
