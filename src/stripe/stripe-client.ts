import { Stripe } from "stripe";
import { StripeHttp } from "./stripe-http.ts";

/** The version of the API whose shapes the mappings here are written for. */
const stripeApiVersion = "2026-10-28.endive";

export interface StripeClientOptions {
  secretKey: string;
  /** URL of the API, with a path prefix if it has one; null for the official one. */
  baseUrl: string | null;
  /** For one try, up to the last byte of the answer; a call makes at most two. */
  timeoutMs?: number;
}

/**
 * The SDK's client. Each write carries an idempotency key, so one retry is safe; a call ends within two attempts and
 * half a second between them. Connections are kept alive.
 */
export function createStripeClient({ secretKey, baseUrl, timeoutMs = 10_000 }: StripeClientOptions): Stripe {
  return new Stripe(secretKey, {
    apiVersion: stripeApiVersion,
    httpClient: new StripeHttp(baseUrl),
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    appInfo: { name: "hub-platform" },
  });
}

/** The id of a reference that may be an id or the object itself; null when there is none. */
export function idOf(value: string | { id: string } | null | undefined): string | null {
  return typeof value === "string" ? value : (value?.id ?? null);
}

export function toDate(seconds: number): Date {
  return new Date(seconds * 1000);
}

export function toDateOrNull(seconds: number | null | undefined): Date | null {
  return seconds === null || seconds === undefined ? null : toDate(seconds);
}

export function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
