/** How many messages came how far. */
export interface Totals {
  queued: number;
  sent: number;
  delivered: number;
  bounced: number;
  complained: number;
  unsubscribed: number;
  opened: number;
  clicked: number;
  failed: number;
}

export interface Rates {
  delivery: number;
  open: number;
  click: number;
  bounce: number;
  complaint: number;
}

const names = [
  "queued",
  "sent",
  "delivered",
  "bounced",
  "complained",
  "unsubscribed",
  "opened",
  "clicked",
  "failed",
] as const satisfies readonly (keyof Totals)[];

/** The sum of days. */
export function sumTotals(days: readonly Totals[]): Totals {
  return Object.fromEntries(
    names.map((name) => [name, days.reduce((sum, day) => sum + day[name], 0)]),
  ) as unknown as Totals;
}

/** Shares from 0 to 1 with four decimals; 0 without anything to have a share of. */
export function ratesOf({ sent, delivered, bounced, complained, opened, clicked }: Totals): Rates {
  const share = (part: number, whole: number) =>
    whole === 0 ? 0 : Math.min(1, Math.round((part / whole) * 10_000) / 10_000);
  return {
    delivery: share(delivered, sent),
    open: share(opened, delivered),
    click: share(clicked, delivered),
    bounce: share(bounced, sent),
    complaint: share(complained, delivered),
  };
}
