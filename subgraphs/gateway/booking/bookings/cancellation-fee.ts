/** What cancelling costs, by how long before the start it happens. */
export interface CancellationPolicy {
  /** Shortest time first; the fee falls with time. */
  tiers: { hoursBefore: number; feePercent: number }[];
  noShowFeePercent: number;
}

const hourMs = 60 * 60 * 1000;

/**
 * The fee in minor units, half-up: the percentage of the shortest tier whose deadline has passed. At exactly
 * `hoursBefore` no fee applies. 0 without a policy.
 */
export function cancellationFee(
  { policy, priceMinor }: { policy: CancellationPolicy | null; priceMinor: number },
  startsAt: Date,
  at: Date,
): number {
  const left = startsAt.getTime() - at.getTime();
  const tier = policy?.tiers.find(({ hoursBefore }) => left < hoursBefore * hourMs);
  return tier ? percentOf(priceMinor, tier.feePercent) : 0;
}

/** What not coming costs, in minor units, half-up. */
export function noShowFee(policy: CancellationPolicy | null, priceMinor: number): number {
  return policy ? percentOf(priceMinor, policy.noShowFeePercent) : 0;
}

/** True when the fee falls as the time before the start grows. Tiers are in order of time. */
export function fallsWithTime(tiers: CancellationPolicy["tiers"]): boolean {
  return tiers.every((tier, index) => {
    const next = tiers[index + 1];
    return !next || (tier.hoursBefore < next.hoursBefore && tier.feePercent > next.feePercent);
  });
}

function percentOf(minor: number, percent: number): number {
  return Number((BigInt(minor) * BigInt(percent) + 50n) / 100n);
}
