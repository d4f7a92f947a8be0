/**
 * A capacity model: the simulation is first compared with the measured curve of one machine, then gets the
 * measured cost of a request per process in split mode, and predicts clusters of different sizes.
 */
import { recordSection } from "../results-file.ts";
import { renderTable } from "../table.ts";
import { capacityOf, simulate, type Network } from "./network.ts";
import { compareCurve, measureCurve } from "./single-machine.ts";
import { measureDemand, type Demand, type Kind, type Worker } from "./split-demand.ts";

const seconds = Number(process.env["BENCH_SECONDS"] ?? 4);
/** One call in five writes. */
const writeShare = 0.2;
const workers: readonly Worker[] = ["router", "hub", "property", "gateway", "database"];

/** Cores of each kind; `shards` are whole databases with their subgraphs, each with the accounts of its own. */
interface Cluster {
  title: string;
  cores: Readonly<Record<Worker, number>>;
  shards: number;
}

const clusters: readonly Cluster[] = [
  {
    title: "one core of each",
    cores: { router: 1, hub: 1, property: 1, gateway: 1, database: 1 },
    shards: 1,
  },
  {
    title: "two of each, a database of 4",
    cores: { router: 2, hub: 2, property: 2, gateway: 2, database: 4 },
    shards: 1,
  },
  {
    title: "a database of 16",
    cores: { router: 12, hub: 12, property: 2, gateway: 4, database: 16 },
    shards: 1,
  },
  {
    title: "a database of 64",
    cores: { router: 48, hub: 48, property: 6, gateway: 12, database: 64 },
    shards: 1,
  },
  {
    title: "8 shards of 32",
    cores: { router: 24, hub: 24, property: 4, gateway: 8, database: 32 },
    shards: 8,
  },
  {
    title: "64 shards of 32",
    cores: { router: 24, hub: 24, property: 4, gateway: 8, database: 32 },
    shards: 64,
  },
];

const { table: curve, worstError } = compareCurve(await measureCurve(seconds));
const demand = await measureDemand(seconds * 2);
const mixed = mixOf(demand);
const text = `## Scale: a capacity model

### The simulation against one machine
The whole platform and its database on one core, \`GET /credits/balance/central\`. The model has two figures of this
curve, the highest rate and that of a client alone; the rest is said by the simulation. Largest error of a rate:
${(worstError * 100).toFixed(0)} %.

${curve}

### What a call costs
Split mode, one process of each kind, processor time in microseconds: reads of all doors, writes that move credits, and
${(writeShare * 100).toFixed(0)} % writes.

${renderTable(
  ["", ...workers],
  [rowOf("read", demand.read), rowOf("write", demand.write), rowOf("mixed", mixed)],
)}

### What clusters of this would do
Simulated, not measured: arrivals at random at 60 % of the capacity, half a millisecond of network a call, cores as quick as this
machine's. A shard has the accounts of its own, its database and its processes.

${renderTable(
  ["", "calls a second, at most", "the limit", "at 60 %: calls a second", "p50 / p99 ms"],
  clusters.map(predict),
)}`;
process.stdout.write(`${text}\n`);
if (seconds >= 4) await recordSection("scale", text);
process.exit(0);

function rowOf(kind: Kind | "mixed", costs: Demand): string[] {
  return [kind, ...workers.map((name) => costs[name].toFixed(0))];
}

function mixOf({ read, write }: Record<Kind, Demand>): Demand {
  return Object.fromEntries(
    workers.map((name) => [name, read[name] * (1 - writeShare) + write[name] * writeShare]),
  ) as unknown as Demand;
}

function predict({ title, cores, shards }: Cluster): string[] {
  const network: Network = {
    stations: workers.map((name) => ({ name, servers: cores[name] })),
    // A request enters and leaves through the router; the stations between it and the database follow in order.
    visits: [
      { station: "router", micros: mixed.router / 2 },
      ...(["hub", "property", "gateway", "database"] as const).map((station) => ({
        station,
        micros: mixed[station],
      })),
      { station: "router", micros: mixed.router / 2 },
    ].filter(({ micros }) => micros > 0),
    delayMicros: 500,
    variation: 1,
  };
  const { perSecond, limit } = capacityOf(network);
  const half = simulate(network, { perSecond: perSecond * 0.6 }, { requests: 100_000, seed: 1 });
  const round = (rate: number) => (rate * shards).toLocaleString("en-US", { maximumSignificantDigits: 2 });
  return [
    title,
    round(perSecond),
    limit,
    round(perSecond * 0.6),
    `${half.p50Ms.toFixed(1)} / ${half.p99Ms.toFixed(1)}`,
  ];
}
