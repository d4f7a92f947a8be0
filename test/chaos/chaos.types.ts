import type { RunSql, Spender } from "../split/spenders.ts";
import type { SplitWorld } from "../split/split-world.ts";
import type { Traffic } from "../split/traffic.ts";
import type { OwnDatabase } from "../split/own-database.ts";
import type { OwnRedis } from "../split/own-redis.ts";

/** What a case works on: a split platform under load. */
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

/** What came of a case: figures to be told, by name. Throws where the promise is not kept. */
export type Facts = Record<string, string | number>;

export interface ChaosCase {
  name: string;
  /** What is promised, in one sentence; docs/guides/reliability.md says the same. */
  promise: string;
  /** Why the case cannot be run here; null when it can. */
  isImpossible?(world: ChaosWorld): string | null;
  run(world: ChaosWorld): Promise<Facts>;
}
