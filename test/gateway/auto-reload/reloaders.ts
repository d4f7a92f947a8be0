import { fixedClock, systemClock } from "../../../src/time/clock.ts";
import { newId } from "../../../src/ids.ts";
import type {
  AutoReloadConfig,
  SetAutoReloadInput,
} from "../../../subgraphs/gateway/auto-reload/auto-reload.types.ts";
import { runReload } from "../../../subgraphs/gateway/auto-reload/run-reload.service.ts";
import { setAutoReload } from "../../../subgraphs/gateway/auto-reload/set-auto-reload.service.ts";
import type { AllAppsContext } from "../../../subgraphs/gateway/all-apps.types.ts";
import type { GatewayApp } from "../support/gateway-app.ts";
import { createFakeReloadHub, type FakeReloadHub } from "./fake-reload-hub.ts";

/** An account of its own, whose credits and card the test controls. */
export interface Reloader {
  ownerId: string;
  hub: FakeReloadHub;
  /** The platform acting for the account, now or at a moment. */
  ctx(at?: string, over?: Partial<AllAppsContext>): AllAppsContext;
  save(over?: Partial<SetAutoReloadInput>, at?: string): Promise<AutoReloadConfig>;
  /** Runs the job. */
  run(at?: string): Promise<void>;
  rows(): Promise<ReloadFacts[]>;
  month(month: string): Promise<{ reserved: number; settled: number; cap: number; count: number } | null>;
  /** Types of the emitted events, oldest first. */
  told(): Promise<string[]>;
}

export interface ReloadFacts {
  id: string;
  status: string;
  reason: string | null;
  month: string;
  amount: number | null;
  error: string | null;
}

/** Ten dollars a package, fifty a month, below twenty credits. */
const usual: SetAutoReloadInput = {
  enabled: true,
  thresholdCredits: 2_000,
  packageId: "pkg_starter",
  monthlyCap: 5_000,
};

export function createReloader(app: GatewayApp, available: number): Reloader {
  const ownerId = newId("usr");
  const hub = createFakeReloadHub(available);
  const ctx: Reloader["ctx"] = (at, over = {}) => {
    const own = app.contextFor(ownerId);
    const clock = at ? fixedClock(new Date(at)) : systemClock;
    return { ...own, ports: { ...own.ports, reloads: hub }, clock, ...over };
  };
  return {
    ownerId,
    hub,
    ctx,
    save: async (over = {}, at) => (await setAutoReload(ctx(at), { ...usual, ...over })).config,
    run: (at) => runReload(ctx(at), "central", new AbortController().signal),
    rows: () =>
      app.database.query<ReloadFacts>(
        `SELECT id, status, reason, month, amount_cents::int AS amount, error_code AS error
         FROM gateway.auto_reloads WHERE owner_id = $1 ORDER BY triggered_at, id`,
        [ownerId],
      ),
    month: async (month) => {
      const [row] = await app.database.query<{
        reserved: number;
        settled: number;
        cap: number;
        count: number;
      }>(
        `SELECT reserved_cents::int AS reserved, settled_cents::int AS settled, cap_cents::int AS cap,
           settled_count AS count FROM gateway.auto_reload_months WHERE owner_id = $1 AND month = $2`,
        [ownerId, month],
      );
      return row ?? null;
    },
    told: async () => {
      const sql = "SELECT type FROM gateway.outbox_events WHERE owner_id = $1 ORDER BY sequence";
      const rows = await app.database.query<{ type: string }>(sql, [ownerId]);
      return rows.map(({ type }) => type.replace("credits.", "").replace("auto_reload.", ""));
    },
  };
}
