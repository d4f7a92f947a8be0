import type { PeerGroup } from "./percentile.ts";

/** One county as scores use it: loss rate in 1/yr, percentiles 0 to 100 rounded to three decimals. */
export interface ReferenceCounty {
  readonly county: string;
  readonly state: string;
  readonly lossRate: number;
  readonly lossRatePct: number;
  readonly reslPct: number;
}

export type PeerGroups = Readonly<Record<string, PeerGroup>>;

/**
 * Frozen tables that scores are computed with. A new property never changes them, so adding one changes no other score.
 */
export interface ScoreReference {
  readonly version: string;
  readonly method: string;
  readonly intervalK: number;
  readonly nriYear: number;
  readonly energyStarEligible: readonly string[];
  /** Group key is `<subtype>|<city>`, `<subtype>`, `*|<city>` or `*`. */
  readonly peers: {
    readonly energyIntensity: PeerGroups;
    readonly carbonIntensity: PeerGroups;
    readonly waterIntensity: PeerGroups;
  };
  /** By five-digit FIPS code. */
  readonly counties: Readonly<Record<string, ReferenceCounty>>;
}
