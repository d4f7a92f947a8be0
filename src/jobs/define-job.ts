import type { Logger } from "pino";
import type { z } from "zod";

/** The context of one run of a handler. */
export interface JobRun<Context> {
  id: string;
  /** 1 for the first try. */
  attempt: number;
  /** Aborts when the job's time is over or the worker must stop now. */
  signal: AbortSignal;
  log: Logger;
  /** The context that `startJobs` got for its handlers. */
  context: Context;
}

export interface JobRetry {
  /** Tries after the first. */
  limit: number;
  /** Seconds before the first retry; doubles with each further one, with jitter. */
  delaySeconds: number;
  maxDelaySeconds?: number;
}

export interface JobOptions<Schema extends z.ZodType, Context> {
  name: string;
  schema: Schema;
  handler: (payload: z.output<Schema>, run: JobRun<Context>) => Promise<void>;
  /** Default: 5 retries from 2 seconds up to 5 minutes. */
  retry?: JobRetry;
  /** A cron expression (minutes the finest), UTC unless a zone is named, with the payload to send. */
  schedule?: { cron: string; timezone?: string; payload: z.input<Schema> };
  /** Jobs of this kind that one process runs at once; default 1. */
  concurrency?: number;
  /** A run that takes longer is taken for dead and tried again; default 300. */
  expireInSeconds?: number;
  /** Whether a `singletonKey` excludes a second waiting job (`queued`, the default) or also a running one. */
  singleton?: "queued" | "queued-or-running";
}

export interface Job<Schema extends z.ZodType = z.ZodType, Context = unknown> extends JobOptions<
  Schema,
  Context
> {
  retry: JobRetry;
  concurrency: number;
  expireInSeconds: number;
  singleton: "queued" | "queued-or-running";
}

// Handlers are contravariant in payload and context, so only `any` admits every job to one list.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyJob<Context = any> = Job<any, Context>;

/**
 * Describes one kind of background job. Runs happen at least once: a worker may die after the effect and before the
 * mark, so a handler is idempotent. The payload is checked when it is enqueued and again, from JSON, before the handler
 * (dates are `z.coerce.date()`).
 */
export function defineJob<Schema extends z.ZodType, Context = unknown>(
  options: JobOptions<Schema, Context>,
): Job<Schema, Context> {
  return {
    retry: { limit: 5, delaySeconds: 2, maxDelaySeconds: 300 },
    concurrency: 1,
    expireInSeconds: 300,
    singleton: "queued",
    ...options,
  };
}
