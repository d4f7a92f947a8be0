import { settings } from "../settings.ts";
import { mebibytes, milliseconds, renderTable } from "../table.ts";
import { baseOf, contenders } from "./contenders.ts";
import { operationKeys, operations, type OperationKey } from "./operations.ts";
import { documentCount, modes, resultKey, type Measured, type Mode, type Results } from "./run.ts";

/** The targets, by operation in the order of `operationKeys`. */
interface Target {
  title: string;
  ours: string;
  against: readonly string[];
  atLeast: Record<OperationKey, number>;
  unit: string;
}

const stockOverHttp = ["apollo-http", "hive-http"];

const targets: readonly Target[] = [
  {
    title: "ours in process against the hand-written routes",
    ours: "ours-in-process",
    against: ["hand-written"],
    atLeast: { oneField: 0.85, join: 0.45, threeSubgraphs: 0.33 },
    unit: "",
  },
  {
    title: "ours over HTTP against the hand-written routes",
    ours: "ours-http",
    against: ["hand-written-process"],
    atLeast: { oneField: 0.25, join: 0.15, threeSubgraphs: 0.12 },
    unit: "",
  },
  {
    title: "ours in process against the best stock gateway over HTTP",
    ours: "ours-in-process",
    against: stockOverHttp,
    atLeast: { oneField: 10, join: 8, threeSubgraphs: 6 },
    unit: "x",
  },
];

/** The section of the results file, also printed. */
export function renderFederation(results: Results): string {
  const { rounds, seconds, connections } = settings;
  const busiest = Math.max(...[...results.values()].map(({ generatorCpuShare }) => generatorCpuShare));
  return `## Federation: three synthetic subgraphs

Products, reviews and users, ${documentCount} rows each in memory, the same lookup functions in every contender. All
contenders give the same JSON, which is checked before the first round. Best of ${rounds} rounds of ${seconds} s,
${connections} connections, requests in a row ask for different rows. The hand-written routes read the same JSON body.
Over HTTP the subgraphs are three processes of each contender's own behind the platform's subgraph door; only the calls of
our router are signed, and the signature is checked.
One process with everything in it runs with the flags of \`npm start\`, processes of a split platform and their routers with
those of the container file; each is compared with hand-written routes that run the same way.
CPU is the processor time of all processes that answer, for one request; memory is theirs too, after all that was
measured before. "${documentCount} documents" cycles through documents that differ in an alias, all seen once before;
the hand-written routes have no documents and get the same requests. The load generator
never sleeps, so that none of them pays for waking it, and had something to do for at most ${Math.round(busiest * 100)} % of the time.

${operations.map((operation) => renderOperation(operation.key, operation.title, results)).join("\n\n")}

### Targets

A cell is the ratio of throughputs, and in brackets that of processor time. The stock gateways over HTTP are
@apollo/gateway and Hive's with the Rust planner; the better one counts.

${renderTable(
  ["target", "documents", ...operations.map(({ title }) => title)],
  targets.flatMap((target) => modes.map((mode) => targetRow(target, mode, results))),
)}
`;
}

function renderOperation(key: OperationKey, title: string, results: Results): string {
  const rows = contenders.flatMap((contender) => {
    const [warm, cycled] = modes.map((mode) => results.get(resultKey(key, mode, contender.key)));
    if (!warm || !cycled) return [];
    const cells = modes.flatMap((mode) => {
      const measured = results.get(resultKey(key, mode, contender.key))!;
      const base = results.get(resultKey(key, mode, baseOf(contender)));
      return [
        measured.requestsPerSecond.toFixed(0),
        base ? (measured.requestsPerSecond / base.requestsPerSecond).toFixed(2) : "",
        measured.cpuMicrosPerRequest.toFixed(0),
        `${milliseconds(measured.p50Ms)} / ${milliseconds(measured.p99Ms)}`,
      ];
    });
    return [[contender.title, ...cells, mebibytes(cycled.rssBytes)]];
  });
  const figures = (mode: string) => [`${mode}: req/s`, "ratio", "CPU µs", "p50 / p99 ms"];
  const head = ["", ...figures("one document"), ...figures(`${documentCount} documents`), "memory MB"];
  return `### ${title[0]!.toUpperCase()}${title.slice(1)}\n\n${renderTable(head, rows)}`;
}

function targetRow(target: Target, mode: Mode, results: Results): string[] {
  const cells = operationKeys.map((operation) => {
    const ours = results.get(resultKey(operation, mode, target.ours));
    const others = target.against.flatMap((key) => results.get(resultKey(operation, mode, key)) ?? []);
    if (!ours || others.length === 0) return "not measured";
    const best = others.reduce((a, b) => (b.requestsPerSecond > a.requestsPerSecond ? b : a));
    return verdict(ours, best, target.atLeast[operation], target.unit);
  });
  return [target.title, mode === "warm" ? "one" : String(documentCount), ...cells];
}

function verdict(ours: Measured, other: Measured, atLeast: number, unit: string): string {
  const digits = unit === "x" ? 1 : 2;
  const ratio = ours.requestsPerSecond / other.requestsPerSecond;
  const cpuRatio = other.cpuMicrosPerRequest / ours.cpuMicrosPerRequest;
  const word = ratio >= atLeast ? "met" : "missed";
  return `${ratio.toFixed(digits)}${unit} of ${atLeast}${unit}: ${word} (${cpuRatio.toFixed(digits)}${unit})`;
}
