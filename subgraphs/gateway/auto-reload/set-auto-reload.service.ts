import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../src/db/idempotency.ts";
import type { ReloadContext } from "./reload.context.ts";
import { ownerOf } from "../base/gateway.context.ts";
import { capBelowPackage, noPaymentMethod, packageNotFound } from "./auto-reload.errors.ts";
import type { AutoReloadConfig, SetAutoReloadInput, SetAutoReloadResult } from "./auto-reload.types.ts";
import { evaluateReload } from "./evaluate-reload.service.ts";
import { findMonth, updateMonth, withCap } from "./month.rows.ts";
import { presentConfig } from "./present-reload.ts";
import { readSettings, type WantedSettings } from "./read-settings.ts";
import { reloadAppOf } from "./reload-app.ts";
import { announceEndpoint, syncLater } from "./reload-endpoint.service.ts";
import { emitConfigChanged } from "./reload-events.service.ts";
import type { ReloadTerms } from "./reload-hub.port.ts";
import { wakeReload } from "./reload-queue.service.ts";
import { monthOf } from "./reload-rules.ts";
import { findRule, isEnabled, lockRules, saveRule, type RuleSettings } from "./rule.rows.ts";

/**
 * Replaces the auto-reload settings of the request's app and resets back-off and suspension. Starts a reload when credits
 * are already low. Idempotent by the request's key. Throws VALIDATION_ERROR, INVALID_URL, 404 PACKAGE_NOT_FOUND, 400
 * CAP_BELOW_PACKAGE when the cap is below one package, and 409 NO_PAYMENT_METHOD.
 */
export async function setAutoReload(
  ctx: ReloadContext,
  input: SetAutoReloadInput,
): Promise<SetAutoReloadResult> {
  const appId = reloadAppOf(ctx, input.appId);
  const wanted = readSettings(input);
  // Requested before the transaction. An error is thrown inside it, so that a replay does not return it.
  const asked = await attempt(async () => requireTerms(wanted, await fetchTerms(ctx, appId, wanted)));
  const isNewAddress = wanted.kind === "all" && !asked.error;
  const webhookSecret = isNewAddress ? await announceEndpoint(ctx, appId, wanted.webhookUrl) : null;
  const call = { operation: "setAutoReload", input: { appId, input } };
  const config = await exactlyOnce(ctx, call, (em) =>
    asked.error ? Promise.reject(asked.error as Error) : save(em, ctx, appId, wanted),
  );
  if (config.enabled && !ctx.meter.replayed) await evaluateNow(ctx, appId);
  return { config, webhookSecret };
}

function fetchTerms(ctx: ReloadContext, appId: string, wanted: WantedSettings): Promise<ReloadTerms> {
  if (wanted.kind === "off") return ctx.ports.reloads.readTerms(ctx, { appId, packageId: null });
  const { packageId, webhookUrl, enabled: needsMethod } = wanted;
  return ctx.ports.reloads.readTerms(ctx, { appId, packageId, webhookUrl, needsMethod });
}

function requireTerms(wanted: WantedSettings, terms: ReloadTerms): void {
  if (wanted.kind === "off") return;
  if (terms.offer === null) throw packageNotFound();
  if (!wanted.enabled) return;
  const { priceCents } = terms.offer;
  if (wanted.monthlyCapCents < priceCents) throw capBelowPackage(wanted.monthlyCapCents, priceCents);
  if (!terms.hasMethod) throw noPaymentMethod();
}

async function save(
  em: EntityManager,
  ctx: ReloadContext,
  appId: string,
  wanted: WantedSettings,
): Promise<AutoReloadConfig> {
  const ownerId = ownerOf(ctx);
  const now = ctx.clock.now();
  const known = (await lockRules(em, ownerId)).find((rule) => rule.appId === appId);
  const settings: RuleSettings =
    wanted.kind === "all" ? wanted : { ...emptySettings, ...known, enabled: false };
  await saveRule(em, { ownerId, appId }, settings, now);
  const rule = (await findRule(em, ownerId, appId))!;
  const key = { ownerId, appId, month: monthOf(now) };
  const month = await findMonth(em, key);
  const spending = month && withCap(month, rule.monthlyCapCents ?? 0);
  if (spending && spending !== month) await updateMonth(em, key, spending);
  const config = presentConfig(rule, { month: key.month, spending }, now);
  await emitConfigChanged(em, rule, config);
  if (isEnabled(rule)) await wakeReload(em, { ownerId, appId });
  await syncLater(em, ctx, { appId, step: "saved" });
  return config;
}

const emptySettings = { threshold: null, packageId: null, monthlyCapCents: null, webhookUrl: null };

/** Evaluates the rule immediately. On failure the job enqueued with the commit does it. */
async function evaluateNow(ctx: ReloadContext, appId: string): Promise<void> {
  try {
    await evaluateReload(ctx, appId);
  } catch (error) {
    ctx.log.warn({ err: error, appId }, "A saved auto-reload is evaluated later");
  }
}

async function attempt(work: () => Promise<void>): Promise<{ error: unknown }> {
  try {
    await work();
    return { error: null };
  } catch (error) {
    return { error };
  }
}
