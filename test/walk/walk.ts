import { afterAll, beforeAll, expect, test } from "vitest";
import { operationAreas } from "../../router/operations/areas.ts";
import { settled } from "../support/processor.ts";
import { changesOf } from "../support/table-states.ts";
import {
  handlesEdgeDates,
  refusesBadInput,
  refusesIllFormedText,
  refusesImpossibleDates,
} from "./bad-input.ts";
import { refusesIllTypedValues, sentIllTypedValues } from "./ill-typed-values.ts";
import { keepsCacheApart } from "./cached.ts";
import { hidesFromRemoved, refusesMembers } from "./members.ts";
import { refusesAlike, refusesBeforeLargeInput, refusesByAccess, refusesGoodInput } from "./refusals.ts";
import { noSecretIsStored } from "./stored-secrets.ts";
import { succeeds } from "./success.ts";
import {
  changedUnpaid,
  entriesOfOthers,
  filtersOf,
  hidesFromOthers,
  isPaidList,
  keepsIdsFromLists,
  namesOwnThings,
} from "./tenants.ts";
import { createWorld, startVisit, type Input, type Visit, type World } from "./world.ts";

type Guarantee = (visit: Visit) => Promise<void>;

/** What every operation refuses, and how. None of these calls may change anything. */
const refusals: readonly Guarantee[] = [
  refusesByAccess,
  refusesBeforeLargeInput,
  refusesGoodInput,
  refusesAlike,
  refusesMembers,
  hidesFromRemoved,
  refusesIllTypedValues,
  refusesBadInput,
  refusesIllFormedText,
  refusesImpossibleDates,
];

/** What every operation does. */
const effects: readonly Guarantee[] = [succeeds, keepsCacheApart, handlesEdgeDates];

/** All operations, by the names of their rows; only those of WALK_ONLY where that names some. */
const all = operationAreas.flatMap(({ operations }) => operations.map(({ name }) => name));
const chosen = process.env["WALK_ONLY"]?.split(",").filter(Boolean) ?? [];

/**
 * The walk over all operations: checks each guarantee for every operation, with one shared set of objects. A part is a
 * share of the operations, so that several processes can walk at once.
 */
export function walkPart(part: number, of: number): void {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world?.app.close());

  test.each(chosen.length > 0 ? chosen : all.filter((_name, index) => index % of === part))(
    "%s keeps every guarantee of an operation",
    async (name) => {
      const visit = await startVisit(world, name);
      const filters = await filtersOf(visit);
      await changesNothing(visit, async () => {
        for (const guarantee of refusals) await guarantee(visit);
        if (namesOwnThings(visit) && !isPaidList(visit)) await hidesFromOthers(visit, filters);
      });
      if (isPaidList(visit)) await chargesOnlyTheCaller(visit, filters);
      for (const guarantee of effects) await guarantee(visit);
    },
  );

  if (chosen.length > 0) return;

  test("ill-typed values were sent for most operations, with access and without", () =>
    sentIllTypedValues(world, all.length / of));

  test("objects created by the walk are in no list of another tenant", () => keepsIdsFromLists(world));

  test("no key, secret or token that was returned can be read in the database", () =>
    noSecretIsStored(world));
}

async function changesNothing({ app, name }: Visit, calls: () => Promise<void>): Promise<void> {
  // A report of the mail provider, or another work of the background, may fall among the calls; a fault is there each time.
  let changes = null;
  for (let tries = 1; tries === 1 || (tries <= 2 && changes !== null); tries++) {
    await settled(app);
    changes = await changesOf(app.database, calls);
  }
  expect.soft(changes, `${name}: a refused call changes nothing of anybody`).toBeNull();
}

/** A list filtered by another tenant's id is answered, possibly empty, and charged to the principal only. */
async function chargesOnlyTheCaller(visit: Visit, filters: Input): Promise<void> {
  const { world, app, name } = visit;
  const paid = await entriesOfOthers(world);
  const changes = await changesOf(app.database, () => hidesFromOthers(visit, filters));
  expect.soft(changedUnpaid(changes), `${name} changes nothing but what it costs`).toEqual([]);
  expect.soft(await entriesOfOthers(world), `${name} is paid by nobody else`).toEqual(paid);
}
