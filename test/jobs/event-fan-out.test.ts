import { expect, test } from "vitest";
import type { ChannelListener } from "../../src/db/channel-listener.ts";
import { EventFanOut } from "../../src/jobs/event-fan-out.ts";

const topic = { type: "credits.balance_changed", ownerId: "usr_1", appId: "central" };

function startFanOut() {
  const told = { notice: (_payload: string) => {}, gap: () => {}, isStopped: false };
  const listener: ChannelListener = {
    isHearing: true,
    listen: (_channel, onNotice, onGap) => {
      told.notice = onNotice;
      told.gap = onGap!;
      return () => void (told.isStopped = true);
    },
    settle: async () => undefined,
    close: async () => undefined,
  };
  const notify = (event: object) => told.notice(JSON.stringify({ id: "evt_1", objectId: "acc_1", ...event }));
  return { fanOut: new EventFanOut(listener), told, notify };
}

/** Counts the wake-ups that are there to be read. */
async function count(wakeUps: AsyncIterator<true>): Promise<() => number> {
  let woken = 0;
  const read = async () => {
    for (;;) {
      if ((await wakeUps.next()).done) return;
      woken += 1;
    }
  };
  void read();
  await new Promise(setImmediate);
  return () => woken;
}

test("only events of the subscribed type, owner and app wake a subscriber", async () => {
  const { fanOut, notify } = startFanOut();
  const woken = await count(fanOut.open(topic));
  expect(woken()).toBe(1);
  for (const other of [
    { ...topic, ownerId: "usr_2" },
    { ...topic, appId: "invoicer" },
    { ...topic, type: "invoice.paid" },
    { ...topic, ownerId: null, appId: null },
  ]) {
    notify(other);
  }
  await new Promise(setImmediate);
  expect(woken()).toBe(1);
  notify(topic);
  await new Promise(setImmediate);
  expect(woken()).toBe(2);
});

test("a gap in the announcements wakes everybody", async () => {
  const { fanOut, told } = startFanOut();
  const woken = [await count(fanOut.open(topic)), await count(fanOut.open({ ...topic, ownerId: "usr_2" }))];
  told.gap();
  await new Promise(setImmediate);
  expect(woken.map((own) => own())).toEqual([2, 2]);
});

test("a returned subscription is removed, and closing ends the rest", async () => {
  const { fanOut, told } = startFanOut();
  const [leaving, staying] = [fanOut.open(topic), fanOut.open(topic)];
  expect(fanOut.size).toBe(2);
  await leaving.return();
  expect(fanOut.size).toBe(1);
  fanOut.close();
  expect([fanOut.size, told.isStopped, (await staying.next()).done]).toEqual([0, true, true]);
});
