import { setTimeout as wait } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { Webhook } from "standardwebhooks";
import { promise } from "../chaos/expectations.ts";
import { runDoctor } from "./doctor.ts";
import { settingsOf } from "./drill-world.ts";
import { send, type Write } from "./money-writers.ts";
import { acknowledgedBy, countWrites, lostWrites, type Restored } from "./restored-platform.ts";

/** One promise about every restored platform: returns the result in words; throws when the promise is broken. */
export interface RestoredPromise {
  name: string;
  check(restored: Restored): Promise<string>;
}

const writesAreThereOnce: RestoredPromise = {
  name: "acknowledged writes are there once",
  async check({ world: { writers }, server, point }) {
    const counts = await countWrites(server);
    const due = acknowledgedBy(writers.writes, point.all);
    const missing = due.filter(({ mark }) => !counts.has(mark));
    const twice = [...counts.values()].filter((count) => count > 1);
    const fromLater = writers.writes.filter(({ mark, sentAt }) => sentAt > point.none && counts.has(mark));
    promise(due.length > 0, "nothing was acknowledged before the moment");
    promise(missing.length === 0, `${missing.length} of ${due.length} are missing`);
    promise(twice.length === 0, `${twice.length} are there more than once`);
    promise(fromLater.length === 0, `${fromLater.length} that were sent later are there`);
    return `${due.length} there once, none that was sent later`;
  },
};

const callersAreKnown: RestoredPromise = {
  name: "keys, tokens and files from before work",
  async check({ world: { callers, picture }, platform }) {
    const url = platform.routerUrls[0]!;
    const call = { method: "GET", path: "/credits/balance/central" } as const;
    for (const [name, caller] of Object.entries(callers)) {
      const answer = await send(url, call, caller);
      promise(answer?.status === 200, `with the ${name}: ${answer?.status} ${answer?.text}`);
    }
    const response = await fetch(url + picture.path);
    const bytes = Buffer.from(await response.arrayBuffer());
    promise(
      bytes.equals(picture.bytes),
      `the link to a picture answers ${response.status}, ${bytes.length} bytes`,
    );
    return "a token, an API key, an administrator, a signed link";
  },
};

const repeatsReplay: RestoredPromise = {
  name: "a repeated write replays its answer",
  async check({ world: { writers }, server, platform, point }) {
    const due = acknowledgedBy(writers.writes, point.all);
    const repeated = ["consume", "invoice"].flatMap((kind) =>
      due.filter((one) => one.kind === kind).slice(-5),
    );
    for (const write of repeated) {
      const answer = await send(platform.routerUrls[0]!, write.call, write.caller);
      const isSame =
        answer !== null && answer.status < 300 && isDeepStrictEqual(parse(answer.text), parse(write.answer));
      promise(
        isSame,
        `${write.call.path} answers ${answer?.status} ${answer?.text}, and before ${write.answer}`,
      );
    }
    const counts = await countWrites(server);
    const twice = repeated.filter(({ mark }) => counts.get(mark) !== 1);
    promise(twice.length === 0, `${twice.length} were done again`);
    return `${repeated.length} repeated, the same answers, none done again`;
  },
};

const lostAreRepeated: RestoredPromise = {
  name: "what was lost is done when it is repeated",
  async check(restored) {
    const lost = await lostWrites(restored);
    await sendAll(restored.platform.routerUrls[0]!, lost);
    const counts = await countWrites(restored.server);
    const acknowledged = restored.world.writers.writes.filter((one) => one.acknowledgedAt !== null);
    const wrong = acknowledged.filter(({ mark }) => counts.get(mark) !== 1);
    promise(wrong.length === 0, `${wrong.length} of ${acknowledged.length} are not there once`);
    return `${lost.length} repeated under their keys; then all ${acknowledged.length} there once`;
  },
};

const workIsDoneOnce: RestoredPromise = {
  name: "waiting jobs run once",
  async check(restored) {
    const { world, server } = restored;
    const { writers, arrivals } = world;
    const counts = await countWrites(server);
    const sent = writers.writes.filter(({ kind, mark }) => kind === "invoice" && counts.has(mark));
    const addressOf = ({ mark }: Write) => `${mark}@client.example`;
    const times = await settled(async () => {
      const all = await arrivals.mails();
      const own = sent.map((one) => ownTimes(restored, all.get(addressOf(one))));
      return own.every((one) => one.length > 0) ? own : null;
    }, "a mail of each invoice");
    return judgeArrivals(times, restored, "mails");
  },
};

const webhooksAreSent: RestoredPromise = {
  name: "webhooks that were told are not told again",
  async check(restored) {
    const { server, world } = restored;
    const { arrivals, receiver, endpointSecret } = world;
    const events = await settled(async () => {
      const all = await server.sql<{ id: string }>(
        "SELECT id FROM hub.webhook_events WHERE type = 'invoice.created'",
      );
      const [left] = await server.sql<{ count: number }>(
        `SELECT (SELECT count(*) FROM gateway.outbox_events WHERE published_at IS NULL)::int +
           (SELECT count(*) FROM hub.webhook_deliveries WHERE status = 'pending')::int AS count`,
      );
      return left!.count === 0 ? all : null;
    }, "every webhook");
    const times = events.map(({ id }) => ownTimes(restored, arrivals.webhooks.get(id)));
    const untold = times.filter((one) => one.length === 0);
    promise(events.length > 0 && untold.length === 0, `${untold.length} of ${events.length} were never told`);
    const { headers, body } = receiver.received.at(-1)!;
    new Webhook(endpointSecret).verify(body, headers as Record<string, string>);
    const renamed = [...arrivals.messageIds.values()].filter((ids) => ids.size > 1);
    promise(renamed.length === 0, `${renamed.length} events were told again under another webhook-id`);
    return judgeArrivals(times, restored, "webhooks");
  },
};

const trailIsWhole: RestoredPromise = {
  name: "the audit trail is whole",
  async check({ world: { callers }, platform }) {
    const call = { method: "GET", path: "/admin/audit-logs/verify" } as const;
    const answer = await send(platform.routerUrls[0]!, call, callers.admin);
    const verdict = parse(answer?.text ?? "null") as { valid?: boolean; checked?: number } | null;
    promise(verdict?.valid === true, `it answers ${answer?.status} ${answer?.text}`);
    return `${verdict.checked} entries`;
  },
};

const doctorIsContent: RestoredPromise = {
  name: "doctor finds nothing, before and after",
  async check({ world, server, dataDir }) {
    const { code, bad, text } = await runDoctor(server, settingsOf(world.sandbox, dataDir));
    promise(code === 0, bad.join("; ") || text);
    const ledger = /good {2}ledger\s+(.*)/.exec(text)?.[1] ?? "";
    return `ledger: ${ledger}`;
  },
};

/** In this order: each depends on those before it. */
export const restoredPromises: readonly RestoredPromise[] = [
  writesAreThereOnce,
  callersAreKnown,
  workIsDoneOnce,
  webhooksAreSent,
  repeatsReplay,
  lostAreRepeated,
  trailIsWhole,
  doctorIsContent,
];

/**
 * Events from before the loss and from this restore; other restores start at the same point, and know nothing
 * of it.
 */
function ownTimes({ world, startedAt }: Restored, times: readonly Date[] = []): Date[] {
  return times.filter((one) => one <= world.moments.loss || one > startedAt);
}

/** Deliveries shortly before the moment may not have been recorded by then. */
const underWayMs = 5_000;

/**
 * Deliveries that were recorded before the restored moment are not sent again; later ones are, since they were
 * not recorded.
 */
function judgeArrivals(
  times: readonly (readonly Date[])[],
  { point, startedAt }: Restored,
  what: string,
): string {
  const isNow = (moment: Date) => moment > startedAt;
  const waited = times.filter((one) => isNow(one[0]!)).length;
  const again = times.filter((one) => !isNow(one[0]!) && one.some(isNow));
  const tooOften = times.filter((one) => one.filter(isNow).length > 1);
  const unneeded = again.filter((one) => one[0]!.getTime() < point.all.getTime() - underWayMs);
  promise(tooOften.length === 0, `${tooOften.length} ${what} went out twice after the restore`);
  promise(unneeded.length === 0, `${unneeded.length} ${what} that had gone out before went out again`);
  const told = times.length - waited - again.length;
  return `${waited} ${what} that waited went out once, ${told} stayed told, ${again.length} from after the moment went out again`;
}

async function sendAll(url: string, writes: readonly Write[]): Promise<void> {
  const left = [...writes];
  const work = async () => {
    for (let write = left.shift(); write; write = left.shift()) {
      const answer = await send(url, write.call, write.caller);
      promise(
        answer !== null && answer.status < 300,
        `${write.call.path} answers ${answer?.status} ${answer?.text}`,
      );
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
}

async function settled<T>(check: () => Promise<T | null>, what: string): Promise<T> {
  const deadline = performance.now() + 90_000;
  for (;;) {
    const value = await check();
    if (value !== null) {
      // Leaves time for a duplicate to arrive.
      await wait(1_000);
      return value;
    }
    promise(performance.now() < deadline, `not within 90 s: ${what}`);
    await wait(100);
  }
}

function parse(text: string): unknown {
  return JSON.parse(text) as unknown;
}
