/** An entry as `AccountAuditLog` returns it. */
export interface AuditEntry {
  id: string;
  at: string;
  actor: { type: string; id: string };
  action: string;
  target: { type: string | null; id: string | null };
  appId: string | null;
  ip: string | null;
  outcome: string;
  code: string | null;
}

export interface AuditPage {
  entries: readonly AuditEntry[];
  nextCursor: string | null;
}

/** A file as `AccountAuditFile` returns it. */
export interface AuditFile {
  filename: string;
  contentType: string;
  content: string;
  count: number;
  nextCursor: string | null;
}

/** A result as `AccountAuditCheck` returns it. */
export interface AuditCheck {
  valid: boolean;
  checked: number;
  isComplete: boolean;
  unlinked: number;
  firstBroken: { id: string | null; sequence: number | null; reason: string } | null;
  end: { sequence: number; hash: string } | null;
}

/** Texts of the filter fields; empty ones do not filter. */
export interface AuditFilter {
  member: string;
  app: string;
  action: string;
  object: string;
  /** Days as `YYYY-MM-DD`, in UTC; both are included. */
  from: string;
  to: string;
}

export const noFilter: AuditFilter = { member: "", app: "", action: "", object: "", from: "", to: "" };

const dayMs = 24 * 60 * 60 * 1000;

/** The variables of a filter. */
export function variablesOf({ from, to, ...texts }: AuditFilter): Record<string, string> {
  const named = Object.entries(texts).flatMap(([name, text]) => {
    const value = text.trim();
    return value === "" ? [] : [[name, value] as const];
  });
  const after = startOf(from);
  const before = startOf(to);
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
