import type { LoadFigures } from "../load.types.ts";
import { settings } from "../settings.ts";
import { milliseconds, renderTable } from "../table.ts";
import type { ServerName } from "./servers.ts";

export interface WebhookRound extends LoadFigures {
  cpuMicrosPerEvent: number;
}

/** The section of the results, with each server's rate as a share of the bare routes'. */
export function renderWebhooks(results: ReadonlyMap<ServerName, WebhookRound>): string {
  const rate = (name: ServerName) => results.get(name)!.requestsPerSecond;
  const rows = [...results].map(([name, round]) => [
    name,
    round.requestsPerSecond.toFixed(0),
    milliseconds(round.p50Ms),
    milliseconds(round.p99Ms),
    round.cpuMicrosPerEvent.toFixed(0),
    (round.requestsPerSecond / rate("bare, reads")).toFixed(2),
    (round.requestsPerSecond / rate("bare, believes")).toFixed(2),
  ]);
  const { connections } = settings;
  const share = (results.get("platform")!.generatorCpuShare * 100).toFixed(0);
  const head = ["server", "events/s", "p50 ms", "p99 ms", "µs of its process", "of reads", "of believes"];
  return `## Events of the payment processor

Each event is signed, and completes a payment of its own; ${connections} are under way at once. The platform keeps it sealed, reads
the payment at the processor through its SDK, and then moves the payment on, emits its event, writes the audit rows and
marks the event in one transaction, which events that come at once share; its relays hand on what was emitted in the same
time. The bare routes (Fastify, \`pg\`) verify, keep the event and update one row in one transaction; one of them reads the
payment first, the other believes the event. The processor is a stand-in of the benchmark, on the sender's core, that
answers prepared payments by the processor's protocol; both together use ${share} % of that core at the platform's rate.
Every answered event was found kept and applied.

${renderTable(head, rows)}
`;
}
