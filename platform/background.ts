import type { Logger } from "pino";
import type { RequestContext } from "../src/context.ts";
import { startOutboxRelay } from "../src/db/outbox-relay.ts";
import type { EventsHandler } from "../src/db/outbox.ts";
import type { Database } from "../src/db/database.ts";
import { enqueue } from "../src/jobs/enqueue.ts";
import { announceEvents } from "../src/jobs/event-bus.ts";
import { onHubEvents } from "../subgraphs/gateway/auto-reload/on-hub-event.service.ts";
import { onMailBounces } from "../subgraphs/gateway/invoicing/invoice-mails/mail-bounces.service.ts";
import type { InvoicingContext } from "../subgraphs/gateway/invoicing/invoicing.context.ts";
import type { ReloadContext } from "../subgraphs/gateway/auto-reload/reload.context.ts";
import { postOnAppEvents } from "../subgraphs/hub/accounting/app-postings/on-app-event.service.ts";
import { recordActivities } from "../subgraphs/hub/crm/activities/record-activities.service.ts";
import { startMessageLoop } from "../subgraphs/hub/crm/messages/message-loop.ts";
import { enqueueAlertMails } from "../subgraphs/hub/finance-alerts/mail-finance-alert.service.ts";
import type { HubContext } from "../subgraphs/hub/hub.context.ts";
import { acceptEvents } from "../subgraphs/hub/webhooks/accept-event.service.ts";
import { startDeliveryLoop } from "../subgraphs/hub/webhooks/delivery-loop.ts";
import { probeSourcesJob } from "../subgraphs/property/sources/sync-source.job.ts";
import { housekeepingJob } from "./housekeeping.job.ts";

/** Jobs of no subgraph. */
export const ownJobs = [housekeepingJob];

/** Background work beside the jobs in a worker process. */
export interface Background {
  stop(options: { timeoutMs: number }): Promise<void>;
}

interface BackgroundOptions {
  databases: readonly Database[];
  contextIn(subgraph: string, ownerId?: string | null): RequestContext;
  log: Logger;
}

/**
 * Starts the relays of events, and the loops that deliver webhooks and messages. All subgraphs must be open
 * here.
 */
export async function startBackground({ databases, contextIn, log }: BackgroundOptions): Promise<Background> {
  // Probes the data sources now, instead of at the next minute.
  await enqueue(contextIn("property").em, probeSourcesJob, {}, { singletonKey: "start" });
  const contextFor = () => contextIn("hub") as HubContext;
  // An event is published when hub and gateway have it too; until then its relay hands it over again.
  const handler: EventsHandler = async (events, em) => {
    await announceEvents(events, em);
    await acceptEvents(contextFor(), events);
    await recordActivities(contextFor(), events);
    await postOnAppEvents(contextFor(), events);
    await enqueueAlertMails(contextFor(), events);
    await onHubEvents(contextIn("gateway") as ReloadContext, events);
    await onMailBounces(contextIn("gateway") as InvoicingContext, events);
  };
  const relays = databases.map(({ fork }) => startOutboxRelay({ fork, handler, log }));
  const deliveries = startDeliveryLoop({ contextFor, log });
  const messages = startMessageLoop({ contextFor, log });
  return {
    stop: async ({ timeoutMs }) => {
      await Promise.all([
        messages.stop(),
        deliveries.stop({ timeoutMs }),
        ...relays.map((relay) => relay.stop()),
      ]);
    },
  };
}
