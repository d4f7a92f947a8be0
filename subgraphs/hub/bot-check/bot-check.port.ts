/** Who tells people from programs. */
export interface BotCheck {
  /** True when a stand-in plays the party: its test tokens then count as often as they are shown. */
  readonly isStandIn: boolean;
  /**
   * What the party says of a token; the party itself takes each token once. Throws BOT_CHECK_UNAVAILABLE when it cannot
   * be asked.
   */
  verify(token: string): Promise<BotVerdict>;
}

/** What is known of one check. */
export interface BotVerdict {
  isValid: boolean;
  /** True for a token that is too old, or was shown before. */
  isSpent: boolean;
  /** 0 is a program, 1 a person; null for a kind of check that gives none. */
  score: number | null;
  action: string | null;
  hostname: string | null;
  challengeAt: Date | null;
}
