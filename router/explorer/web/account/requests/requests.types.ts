/** A request as `ListRequests` and `GetRequest` return it. */
export interface LoggedRequest {
  requestId: string;
  at: string;
  door: string;
  method: string;
  path: string;
  operation: string | null;
  status: number;
  code: string | null;
  docsUrl: string | null;
  durationMs: number;
  cost: number;
  principal: { type: string; id: string };
  appId: string | null;
  input: Record<string, unknown> | null;
}

export interface RequestPage {
  requests: readonly LoggedRequest[];
  nextCursor: string | null;
}

/** Texts of the filter fields; empty ones do not filter. */
export interface RequestFilter {
  status: string;
  operation: string;
  key: string;
  requestId: string;
  /** Days as `YYYY-MM-DD`, in UTC; both are included. */
  from: string;
  to: string;
}

const filterNames = ["status", "operation", "key", "requestId", "from", "to"] as const;

/** The filter in a URL's query. */
export function filterOf(query: string): RequestFilter {
  const given = new URLSearchParams(query);
  const [status = "", operation = "", key = "", requestId = "", from = "", to = ""] = filterNames.map(
    (name) => (given.get(name) ?? "").trim(),
  );
  return { status, operation, key, requestId, from, to };
}

/** The page with this filter. */
export function addressOf(filter: RequestFilter, shown?: string): string {
  const query = new URLSearchParams();
  for (const name of filterNames) if (filter[name] !== "") query.set(name, filter[name]);
  if (shown !== undefined) query.set("show", shown);
  const text = query.toString();
  return text === "" ? "/requests" : `/requests?${text}`;
}

const dayMs = 24 * 60 * 60 * 1000;

/** The variables of a filter. */
export function variablesOf({ from, to, ...texts }: RequestFilter): Record<string, string> {
  const named = Object.entries(texts).filter(([, text]) => text !== "");
  const [after, before] = [startOf(from), startOf(to)];
  return {
    ...Object.fromEntries(named),
    ...(after === null ? {} : { from: after.toISOString() }),
    ...(before === null ? {} : { to: new Date(before.getTime() + dayMs).toISOString() }),
  };
}

/** The start of a day in UTC; null for no day. */
function startOf(day: string): Date | null {
  const start = new Date(`${day}T00:00:00.000Z`);
  return Number.isNaN(start.getTime()) ? null : start;
}
