import type { EntityManager } from "@mikro-orm/postgresql";
import { emitEvent } from "../../../src/db/outbox.ts";
import { toMajor } from "../../../src/money.ts";
import type { AutoReloadConfig, ReloadRecord } from "./auto-reload.types.ts";
import { presentReload } from "./present-reload.ts";
import type { ReloadTerms } from "./reload-hub.port.ts";
import type { ReloadRow } from "./reload.rows.ts";
import type { EnabledRule } from "./rule.rows.ts";

/** Events of a reload. */
export type ReloadEvent =
  | "started"
  | "succeeded"
  | "failed"
  | "skipped"
  | "cap_threshold"
  | "cap_reached"
  | "suspended";

/**
 * Emits an event of a reload in the open transaction, with the record as in the history. The rule's row is locked, so
 * events of one reload stay in order.
 */
export async function emitReloadEvent(
  em: EntityManager,
  event: ReloadEvent,
  row: ReloadRow,
  more: { capPercent?: number } = {},
): Promise<void> {
  const { id: objectId, appId, ownerId } = row;
  const record: Pick<ReloadRecord, keyof ReloadRecord> = presentReload(row);
  const payload = {
    ...record,
    triggerBalance: toMajor(record.triggerBalance, 2),
    thresholdCredits: toMajor(record.thresholdCredits, 2),
    credits: record.credits === null ? null : toMajor(record.credits, 2),
    balanceAfter: record.balanceAfter === null ? null : toMajor(record.balanceAfter, 2),
    ...more,
  };
  await emitEvent(em, { type: `credits.auto_reload.${event}`, objectId, appId, ownerId, payload });
}

/** Emits an event with the current settings after a save. */
export async function emitConfigChanged(
  em: EntityManager,
  { ownerId, appId }: { ownerId: string; appId: string },
  config: Pick<AutoReloadConfig, keyof AutoReloadConfig>,
): Promise<void> {
  const { thresholdCredits } = config;
  const shown = {
    ...config,
    thresholdCredits: thresholdCredits === null ? null : toMajor(thresholdCredits, 2),
  };
  const objectId = `auto_reload:${ownerId}:${appId}`;
  const payload = { appId, ...shown };
  await emitEvent(em, { type: "credits.auto_reload.config_changed", objectId, appId, ownerId, payload });
}

/** Emits an event when the available credits fall below the threshold. */
export async function emitLow(
  em: EntityManager,
  rule: EnabledRule,
  { balance, available }: Pick<ReloadTerms, "balance" | "available">,
): Promise<void> {
  const { ownerId, appId, threshold } = rule;
  const payload = {
    appId,
    pool: "standard",
    amount: null,
    balance: toMajor(balance, 2),
    available: toMajor(available, 2),
    threshold: toMajor(threshold, 2),
    transactionId: null,
  };
  const objectId = `auto_reload:${ownerId}:${appId}`;
  await emitEvent(em, { type: "credits.low", objectId, appId, ownerId, payload });
}
