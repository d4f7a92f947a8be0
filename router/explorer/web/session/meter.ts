/** Usage of a request, from the response headers. */
export interface CallMeta {
  status: number;
  ms: number;
  /** Charged and remaining credits. Null for free requests. */
  credits: { charged: number; remaining: number } | null;
  /** State of the tightest rate limit. Null without limits. `window` is a word such as "minute". */
  limits: { window: string; limit: number; remaining: number; resetSeconds: number } | null;
  requestId: string | null;
  /** True for a replayed response of the same idempotency key. */
  isReplay: boolean;
}

/** Reads the headers of an answer. */
export function readMeta(status: number, headers: Headers, ms: number): CallMeta {
  const charged = number(headers, "x-credits-charged");
  const limit = number(headers, "ratelimit-limit");
  const window = windowOf(headers);
  return {
    status,
    ms,
    credits: charged === null ? null : { charged, remaining: number(headers, "x-credits-remaining") ?? 0 },
    limits:
      limit === null
        ? null
        : {
            window,
            limit,
            remaining: number(headers, "ratelimit-remaining") ?? 0,
            resetSeconds: number(headers, "ratelimit-reset") ?? 0,
          },
    requestId: headers.get("x-request-id"),
    isReplay: headers.get("idempotent-replayed") === "true",
  };
}

/** The window of the tightest limit, which is the first one of `ratelimit`, by its length in `ratelimit-policy`. */
function windowOf(headers: Headers): string {
  const name = /^"[\w-]+"/.exec(headers.get("ratelimit") ?? "")?.[0];
  const policies = (headers.get("ratelimit-policy") ?? "").split(", ");
  const policy = policies.find((one) => name !== undefined && one.startsWith(name));
  const seconds = /;w=(\d{1,9})/.exec(policy ?? "")?.[1] ?? "60";
  const words = { "2": "second", "60": "minute", "3600": "hour", "86400": "day", "2592000": "month" };
  return new Map(Object.entries(words)).get(seconds) ?? "window";
}

function number(headers: Headers, name: string): number | null {
  const text = headers.get(name);
  return text === null || !Number.isFinite(Number(text)) ? null : Number(text);
}

/** "57/60 this minute". */
export function limitWords({ limits }: Pick<CallMeta, "limits">): string | null {
  if (limits === null) return null;
  const { remaining, limit, window } = limits;
  return `${remaining.toLocaleString("en")}/${limit.toLocaleString("en")} left this ${window}`;
}

/** "3 credits". */
export function creditWords(credits: number): string {
  return `${credits.toLocaleString("en")} ${credits === 1 ? "credit" : "credits"}`;
}

/** "18 ms". */
export function durationWords(ms: number): string {
  return ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`;
}
