/**
 * Measures how fast events of the payment processor are taken in, each about a payment of its own that it completes: by
 * the platform, and by bare routes on the same durable database, in interleaved rounds.
 */
import type { LoadFigures } from "../load.types.ts";
import { freePorts, load, start, type Started } from "../processes.ts";
import { recordSection } from "../results-file.ts";
import { settings } from "../settings.ts";
import { renderWebhooks, type WebhookRound } from "./render.ts";
import type { EventJob } from "./send-events.ts";
import { startWebhookServers, type ServerName, type WebhookServer } from "./servers.ts";

/** More events a second than any of them can take in. */
const mostPerSecond = 5_000;

const [processorPort] = (await freePorts(1)) as [number];
const world = await start("webhooks/send-events.ts", [String(processorPort)], { core: 1 });
const { servers, stop } = await startWebhookServers(processorPort);
let runs = 0;
try {
  for (const server of servers) await measure(server, 2);
  const best = new Map<ServerName, WebhookRound>();
  for (let round = 0; round < settings.rounds; round++) {
    for (let place = 0; place < servers.length; place++) {
      const server = servers[(place + round) % servers.length]!;
      const measured = await measure(server, settings.seconds);
      const earlier = best.get(server.name);
      if (!earlier || measured.requestsPerSecond > earlier.requestsPerSecond) best.set(server.name, measured);
    }
  }
  const text = renderWebhooks(best);
  process.stdout.write(text);
  if (settings.isWhole) await recordSection("webhooks", text);
} finally {
  await world.stop();
  await stop();
}

/** One round. Throws when an event that was answered is not kept, or its payment not completed, once. */
async function measure(server: WebhookServer, seconds: number): Promise<WebhookRound> {
  const run = `r${runs++}`;
  await server.prepare(run, Math.ceil(seconds * mostPerSecond));
  const before = await server.process.usage();
  const figures = await send(world, {
    port: server.port,
    path: server.path,
    run,
    connections: settings.connections,
    seconds,
  });
  const after = await server.process.usage();
  const done = await server.count(run);
  if (done.events !== figures.completed || done.payments !== figures.completed)
    throw new Error(`${server.name}: ${figures.completed} were answered, there are ${JSON.stringify(done)}`);
  const cpuMicrosPerEvent = (after.cpuMicros - before.cpuMicros) / figures.completed;
  return { ...figures, cpuMicrosPerEvent };
}

function send(sender: Started, job: EventJob): Promise<LoadFigures> {
  return load(sender, job as never);
}
