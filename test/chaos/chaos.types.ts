import type { RunSql, Spender } from "../split/spenders.ts";
import type { SplitWorld } from "../split/split-world.ts";
import type { Traffic } from "../split/traffic.ts";
import type { OwnDatabase } from "../split/own-database.ts";
import type { OwnRedis } from "../split/own-redis.ts";

/** The world of a case: a split platform under load. */
export interface ChaosWorld {
  split: SplitWorld;
  traffic: Traffic;
  people: readonly Spender[];
  sandboxUrl: string;
  sql: RunSql;
  /** The server of this run alone; null where the database is shared with others. */
  database: OwnDatabase | null;
  /** Null where there is no Redis on this machine. */
  redis: OwnRedis | null;
}

/** Figures of a case to report, by name. The case throws when the promise is broken. */
export type Facts = Record<string, string | number>;

export interface ChaosCase {
  name: string;
  /** The promise, in one sentence; docs/guides/reliability.md states the same. */
  promise: string;
  /** Why the case cannot be run here; null when it can. */
  isImpossible?(world: ChaosWorld): string | null;
  run(world: ChaosWorld): Promise<Facts>;
}
