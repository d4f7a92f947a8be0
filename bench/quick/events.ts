import pg from "pg";
import { freePorts, load, type Started } from "../processes.ts";
import { settings } from "../settings.ts";
import { bareRows, bareTables, platformRows, type Rows } from "../webhooks/servers.ts";
import type { QuickRun } from "./federation.ts";
import { comparePairs, sliceOf } from "./paired.ts";
import type { PlatformScope } from "./platform.ts";

const name = "processor webhooks, against bare routes that read the payment";
const sliceSeconds = 0.4;
const mostPerSecond = 4_000;

interface EventServer extends Rows {
  port: number;
  path: string;
  process: Started;
}

/** Events of the payment processor. Throws when an answered event was not applied exactly once. */
export async function compareEvents(run: QuickRun, scope: PlatformScope): Promise<void> {
  if (!run.isWanted(name)) return;
  const { platform, processorUrl } = scope;
  const admin = new pg.Client({ connectionString: platform.databaseUrl });
  await admin.connect();
  try {
    await admin.query(bareTables);
    const [port] = (await freePorts(1)) as [number];
    const args = [platform.databaseUrl, String(port), processorUrl];
    const process = await platform.startBeside("webhooks/bare-server.ts", args);
    const ours: EventServer = { ...platformRows(admin), ...platform, path: "/payments/processor/webhook" };
    const bare: EventServer = { ...bareRows(admin), port, path: "/webhook", process };
    let runs = 0;
    const slice = async (server: EventServer, seconds: number) => {
      const id = `q${runs++}`;
      await server.prepare(id, Math.ceil(seconds * mostPerSecond));
      let completed = 0;
      const measured = await sliceOf([server.process], async () => {
        const { connections } = settings;
        const job = { port: server.port, path: server.path, run: id, connections, seconds };
        const figures = await load(scope.world, job as never);
        completed = figures.completed;
        return figures;
      });
      const applied = await server.count(id);
      if (applied.events !== completed || applied.payments !== completed)
        throw new Error(`${completed} events were answered, there are ${JSON.stringify(applied)}`);
      return measured;
    };
    await slice(ours, 2);
    await slice(bare, 0.7);
    const comparison = await comparePairs(
      () => slice(ours, sliceSeconds),
      () => slice(bare, sliceSeconds),
      { fewestPairs: 5, mostPairs: 8, enough: 0.02, decidedBy: "ratio" },
    );
    run.add({ name, decidedBy: "ratio", comparison });
  } finally {
    await admin.end();
  }
}
