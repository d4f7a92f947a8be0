import { settings } from "../settings.ts";
import { milliseconds, renderTable } from "../table.ts";
import type { Round } from "./measure.ts";

/** Best rounds by the scenario's title and the consumer's name. */
export type CreditsResults = Map<string, ReadonlyMap<string, Round>>;

/** The section of the results file, also printed. */
export function renderCredits(results: CreditsResults): string {
  const rows = [...results].flatMap(([scenario, byName]) => {
    const [ours] = byName.values();
    const hub = byName.get("the hub") ?? ours!;
    return [...byName].map(([name, round]) => [
      scenario,
      name,
      round.perSecond.toFixed(0),
      round === hub ? "" : (hub.perSecond / round.perSecond).toFixed(2),
      round.commitsPerCall.toFixed(2),
      round.cpuMicros.toFixed(0),
      `${milliseconds(round.p50Ms)} / ${milliseconds(round.p99Ms)}`,
    ]);
  });
  const head = [
    "scenario",
    "by",
    "consumes/s",
    "the hub against it",
    "commits a call",
    "CPU µs",
    "p50 / p99 ms",
  ];
  return `## Credits: consumes

Best of ${settings.rounds} rounds of ${settings.seconds} s; callers are promises in this process, each asks again when it is answered. One embedded
PostgreSQL with durable commits and this process share both cores; 12 connections each. "The hub" is the stored
operation on the hub's subgraph in process: access rules, validation, audit row and everything that the bare client
writes (idempotency row, guarded debit, lot, entry, both postings, event, stored answer; row security). The bare client
runs those statements prepared: "pipelined" in the same three exchanges as the hub, with the hub's audit row and
without, or "one by one". Where calls of one
account come together the hub does them in one transaction ("commits a call"), which the bare client does not.
Over HTTP: the consume of the section on the platform.

${renderTable(head, rows)}
`;
}
