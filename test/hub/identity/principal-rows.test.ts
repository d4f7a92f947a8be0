import { expect, test } from "vitest";
import type { ChannelListener } from "../../../src/db/channel-listener.ts";
import { PrincipalRows } from "../../../subgraphs/hub/identity/principal.rows.ts";

interface Row {
  id: string;
  reading: number;
}

function setUp() {
  const hearers = new Set<(subject: string) => void>();
  let loseTrack: () => void = () => undefined;
  const listener = {
    isHearing: true as boolean,
    listen: (_channel: string, onNotice: (payload: string) => void, onGap?: () => void) => {
      hearers.add(onNotice);
      const earlier = loseTrack;
      loseTrack = () => {
        earlier();
        onGap?.();
      };
      return () => hearers.delete(onNotice);
    },
    settle: async () => undefined,
    close: async () => undefined,
  } satisfies ChannelListener;
  const rows = new PrincipalRows(listener);
  let readings = 0;
  const read = async (): Promise<Row> => ({ id: "usr_a", reading: ++readings });
  const find = (by = read) => rows.find<Row>("usr_a", by, ({ id }) => [id]);
  return {
    rows,
    listener,
    find,
    read,
    notify: (subject: string) => hearers.forEach((hear) => hear(subject)),
    hearers,
    lose: () => loseTrack(),
  };
}

test("a row is read once and then cached", async () => {
  const { find } = setUp();
  expect([(await find())?.reading, (await find())?.reading]).toEqual([1, 1]);
});

test("a notified change of its subject drops the row, one of another subject does not", async () => {
  const { find, notify } = setUp();
  await find();
  notify("usr_b");
  expect((await find())?.reading).toBe(1);
  notify("usr_a");
  expect((await find())?.reading).toBe(2);
});

test("a row that was read before a change is not cached after it", async () => {
  const { find, read, notify } = setUp();
  await find(async () => {
    const row = await read();
    notify("usr_a");
    return row;
  });
  expect((await find())?.reading).toBe(2);
});

test("nothing is cached while notifications may be missed", async () => {
  const { find, listener, lose } = setUp();
  await find();
  listener.isHearing = false;
  lose();
  expect([(await find())?.reading, (await find())?.reading]).toEqual([2, 3]);
});

test("an unknown credential is never cached", async () => {
  const { find } = setUp();
  expect(await find(async () => undefined as unknown as Row)).toBeUndefined();
  expect((await find())?.reading).toBe(1);
});

test("without a listener nothing is cached", async () => {
  const rows = new PrincipalRows(null);
  let readings = 0;
  const find = () =>
    rows.find(
      "k",
      async () => ++readings,
      () => [],
    );
  expect([await find(), await find()]).toEqual([1, 2]);
});
