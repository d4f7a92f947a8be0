import type { LoadFigures } from "../load.types.ts";
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
  const head = ["server", "events/s", "p50 ms", "p99 ms", "µs of its process", "of reads", "of believes"];
  return `## Events of the payment processor

Each event is signed, and completes a payment of its own. The platform keeps it sealed, reads the payment at the processor through
its SDK, and in one transaction moves the payment on, emits its event, writes the audit rows and marks the event. The bare
routes (Fastify, \`pg\`) verify, keep the event and update one row in one transaction; one of them reads the payment
first, the other believes the event. Every answered event was found kept and applied.

${renderTable(head, rows)}
`;
}
