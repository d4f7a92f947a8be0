import { expect, test } from "vitest";
import {
  chainEntry,
  findFault,
  genesis,
  hashLink,
  type ChainEnd,
  type TrailEntry,
  type TrailLink,
} from "../../../subgraphs/hub/audit/audit-chain.ts";

const entry: TrailEntry = {
  id: "aud_1",
  subgraph: "hub",
  at: "2026-03-04T05:06:07.000000Z",
  actorType: "user",
  actorId: "ann",
  onBehalfOf: null,
  action: "consumeCredits",
  targetType: "ConsumeCreditsResult",
  targetId: "cle_1",
  appId: "central",
  ip: "127.0.0.1",
  userAgent: "curl",
  requestId: "req_1",
  outcome: "ok",
  code: null,
  changes: '{"amount":1}',
};
const keptFrom = "2024-01-01";

function chain(days: string[]): TrailLink[] {
  let end: ChainEnd = genesis;
  return days.map((today, index) => {
    const link = chainEntry({ ...entry, id: `aud_${index}` }, { retention: "standard", today, end });
    end = link;
    return link;
  });
}

const faultsOf = (links: TrailLink[]) =>
  links.map((link, index) => findFault(link, links[index - 1] ?? null, keptFrom));

test("a chain restarts its numbers every day, is linked across days, and verifies", () => {
  const links = chain(["2026-03-04", "2026-03-04", "2026-03-05", "2026-03-07"]);
  expect(links.map(({ sequence }) => sequence)).toEqual([1, 2, 1, 1]);
  expect(links.map(({ previousDay }) => previousDay)).toEqual([
    null,
    "2026-03-04",
    "2026-03-04",
    "2026-03-05",
  ]);
  expect(links[0]!.previousHash).toBe("0".repeat(64));
  expect(links[2]!.previousHash).toBe(links[1]!.hash);
  expect(faultsOf(links)).toEqual([null, null, null, null]);
});

test("a clock that goes back does not reopen an earlier day", () => {
  const links = chain(["2026-03-05", "2026-03-04"]);
  expect(links[1]).toMatchObject({ day: "2026-03-05", sequence: 2 });
  expect(faultsOf(links)).toEqual([null, null]);
});

test("every field of a link is part of its hash", () => {
  const [link] = chain(["2026-03-04"]) as [TrailLink];
  const { hash, ...said } = link;
  expect(Object.keys(said)).toHaveLength(21);
  for (const [name, value] of Object.entries(said)) {
    const other = typeof value === "number" ? value + 1 : value === null ? "" : `${value} `;
    expect(hashLink({ ...link, [name]: other }), name).not.toBe(hash);
  }
});

test("moving text from one field to the next changes the hash", () => {
  const [link] = chain(["2026-03-04"]) as [TrailLink];
  expect(hashLink({ ...link, actorId: "an", onBehalfOf: "n" })).not.toBe(
    hashLink({ ...link, actorId: "ann", onBehalfOf: "" }),
  );
});

test("a removed, inserted or reordered link is reported at its position", () => {
  const links = chain(["2026-03-04", "2026-03-04", "2026-03-04"]);
  expect(faultsOf([links[0]!, links[2]!])).toEqual([null, "predecessor_missing"]);
  const inserted = chainEntry(
    { ...entry, id: "aud_x" },
    { retention: "standard", today: "2026-03-04", end: links[0]! },
  );
  expect(faultsOf([links[0]!, inserted, links[1]!])).toEqual([null, null, "predecessor_missing"]);
  expect(faultsOf([links[1]!, links[2]!])).toEqual(["predecessor_missing", null]);
  expect(faultsOf([{ ...links[0]!, outcome: "denied" }])).toEqual(["changed"]);
});

test("a chain may begin after purged days only", () => {
  const [, second] = chain(["2026-03-04", "2026-03-05"]) as [TrailLink, TrailLink];
  expect(findFault(second, null, "2026-03-05")).toBeNull();
  expect(findFault(second, null, "2026-03-04")).toBe("predecessor_missing");
});
