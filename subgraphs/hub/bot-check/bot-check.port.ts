/** The vendor that distinguishes humans from bots. */
export interface BotCheck {
  /** True for a stand-in: its test tokens may be used repeatedly. */
  readonly isStandIn: boolean;
  /**
   * Verifies a token at the vendor, which accepts each token once. Throws BOT_CHECK_UNAVAILABLE when the vendor is
   * unreachable.
   */
  verify(token: string): Promise<BotVerdict>;
}

/** Result of one check. */
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
