import { createHash } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { keyLifetimeMs } from "../../../../src/db/key-row.ts";
import { onceOutside } from "../../../../src/db/outside-effect.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import { ownerOf } from "../../credits/credits.service.ts";
import { imageLinkLifetimeMs } from "../../files/file-link.ts";
import { publishFile, storeFile } from "../../files/files.service.ts";
import type { HubContext } from "../../hub.context.ts";
import { openRequest, settleRequest } from "../text/accounting.service.ts";
import { noProviders } from "../ai.errors.ts";
import { reserveBudget } from "../text/budget.service.ts";
import { countAsked, deadlineMs } from "../text/failover.ts";
import { knownPrice, refusalOf, requireNamedApp, settleFailure } from "../text/generate-text.service.ts";
import {
  captureImageCredit,
  holdImageCredit,
  imageCreditsLeft,
  releaseImageCredit,
} from "./image-credits.service.ts";
import { imageCostMicroUsd, imageUsage } from "./image-prices.ts";
import { styledPrompt } from "./image-prompt.ts";
import type { ImageAnswer, ImageProvider, ImageRequest } from "./image-provider.port.ts";
import type { GeneratedImage, GenerateImageInput } from "./image.types.ts";
import { runAttempts, type AttemptPlan, type AttemptRun } from "../text/run-attempts.service.ts";

/** Timeout of one attempt. */
const attemptMs = 60_000;

/** What is recorded before any provider is called. */
interface ImageIntent {
  appId: string;
  requestId: string;
}

/** An image that is in the store, but not yet readable. */
interface StoredImage {
  run: ImageRun;
  fileId: string;
  filename: string;
}

type ImageRun = AttemptRun<ImageProvider, ImageAnswer>;

/** An image as services return it, with the number of providers tried. */
type DrawnImage = { [Name in keyof GeneratedImage]: GeneratedImage[Name] } & { attempts: number };

/**
 * Generates an image with the first provider of the chain that succeeds, stores it for the account and records its
 * cost. One image credit is held first and captured only when the image is stored; every failure releases it, and a
 * hold left by a crash expires after 15 minutes. The prompt is not kept. With an `Idempotency-Key` one image is
 * generated and one credit captured. Throws MISSING_APP_ID, IMAGE_CREDITS_EXHAUSTED, CONTENT_REJECTED, STORAGE_ERROR,
 * PROVIDERS_UNAVAILABLE with the attempts, and RATE_LIMIT_EXCEEDED when the app's daily budget is spent.
 */
export async function generateImage(ctx: HubContext, input: GenerateImageInput): Promise<GeneratedImage> {
  const startedAt = performance.now();
  const elapsedMs = () => Math.round(performance.now() - startedAt);
  const appId = requireNamedApp(ctx);
  if (ctx.ports.imageProviders.length === 0) throw noProviders();
  const revealedOnce = {
    fields: ["imageUrl", "revisedPrompt"],
    keepForMs: keyLifetimeMs,
    keyRing: ctx.ports.keyRing,
  };
  const call = { operation: "generateImage", input: { appId, input }, revealedOnce };
  const drawn = await onceOutside(ctx, call, {
    record: (em) => recordIntent(ctx, em, appId, input),
    act: (intent) => releaseUnlessDone(ctx, intent, () => drawAndStore(ctx, intent, input, elapsedMs)),
    settle: (em, intent, image) => settle(ctx, em, intent, { ...image, durationMs: elapsedMs() }),
  });
  const { attempts, ...image } = drawn;
  ctx.meter.attempts = attempts;
  return image;
}

async function recordIntent(
  ctx: HubContext,
  em: EntityManager,
  appId: string,
  { prompt }: GenerateImageInput,
): Promise<ImageIntent> {
  const requestId = await openRequest(ctx, em, { kind: "image", appId, prompt, isStreamed: false });
  await holdImageCredit(ctx, em, { requestId, appId });
  return { appId, requestId };
}

async function releaseUnlessDone<T>(
  ctx: HubContext,
  { requestId }: ImageIntent,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { em, principal } = ctx;
    await inTransaction({ em, principal }, (own) => releaseImageCredit(ctx, own, requestId));
    throw error;
  }
}

async function drawAndStore(
  ctx: HubContext,
  intent: ImageIntent,
  input: GenerateImageInput,
  elapsedMs: () => number,
): Promise<StoredImage> {
  const { em, principal } = ctx;
  const { appId, requestId } = intent;
  // An earlier try under the same key may have given the credit back.
  await inTransaction({ em, principal }, (own) => holdImageCredit(ctx, own, intent));
  const run = await runAttempts(ctx, imagePlan(ctx, intent, input));
  if (!run.answer) {
    await settleFailure(ctx, requestId, { ...run, durationMs: elapsedMs() });
    throw refusalOf(ctx, run);
  }
  const { bytes, type } = run.answer.value;
  // Of several tries under one key, each has a file of its own, and one is published.
  const fileId = newId("file");
  const filename = filenameOf(appId, fileId, type.ending, ctx.clock.now());
  const file = { id: fileId, ownerId: ownerOf(ctx), appId, filename, contentType: type.contentType, bytes };
  try {
    await storeFile(ctx, file);
  } catch (error) {
    await settleFailure(ctx, requestId, { ...run, result: "exhausted", durationMs: elapsedMs() });
    throw error;
  }
  return { run, fileId, filename };
}

/** The image's providers, budget and timeout. */
function imagePlan(
  ctx: HubContext,
  { appId, requestId }: ImageIntent,
  { prompt, style, size, quality }: GenerateImageInput,
): AttemptPlan<ImageProvider, ImageAnswer> {
  const { imageProviders: providers, ai } = ctx.ports;
  const { dailyBudgetMicroUsd: limitMicroUsd } = ai;
  const request: ImageRequest = { prompt: styledPrompt(prompt, style), size, quality };
  const now = ctx.clock.now();
  const maxDurationMs = deadlineMs({ providers: providers.map(({ name }) => name), timeoutMs: attemptMs });
  const expiresAt = new Date(now.getTime() + maxDurationMs + 60_000);
  return {
    providers,
    timeoutMs: attemptMs,
    signal: ctx.signal,
    ask: async (provider, signal) => {
      const value = await provider.draw(request, signal);
      return { value, usage: value.usage ?? imageUsage(provider.model, request) };
    },
    costOf: ({ model }, usage) => knownPrice(ctx, model, imageCostMicroUsd(model, usage)),
    afford: ({ model }, spentMicroUsd) => {
      if (limitMicroUsd === null) return true;
      const most = imageUsage(model, request);
      const cost = knownPrice(ctx, model, most && imageCostMicroUsd(model, most));
      // A model without a known price cannot be kept within a budget.
      if (cost === null) return false;
      const amountMicroUsd = spentMicroUsd + cost;
      return reserveBudget(ctx.em, { requestId, appId, amountMicroUsd, limitMicroUsd, now, expiresAt });
    },
  };
}

async function settle(
  ctx: HubContext,
  em: EntityManager,
  { appId, requestId }: ImageIntent,
  { run, fileId, filename, durationMs }: StoredImage & { durationMs: number },
): Promise<DrawnImage> {
  const { provider, value } = run.answer!;
  const { name, model, isSandbox } = provider;
  const answer = { provider: name, model, bytes: value.bytes.byteLength };
  await settleRequest(ctx, em, requestId, {
    status: "succeeded",
    attempts: run.attempts,
    durationMs,
    answer,
  });
  const imageUrl = await publishFile(ctx, em, fileId, imageLinkLifetimeMs);
  await captureImageCredit(ctx, em, requestId);
  return {
    imageUrl,
    filename,
    revisedPrompt: value.revisedPrompt,
    duration: durationMs,
    creditsRemaining: await imageCreditsLeft(ctx, em, appId),
    fileId,
    provider: name,
    model: isSandbox ? `${model}-sandbox` : model,
    attempts: countAsked(run.attempts),
  };
}

/** `<appId>-<yyyymmdd>-<8 hex>.<ending>`; the same for the same file. */
function filenameOf(appId: string, fileId: string, ending: string, now: Date): string {
  const day = now.toISOString().slice(0, 10).replaceAll("-", "");
  return `${appId}-${day}-${createHash("sha256").update(fileId).digest("hex").slice(0, 8)}.${ending}`;
}
