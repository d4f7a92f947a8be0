/** Who spends how. */
export interface Scenario {
  title: string;
  accountCount: number;
  /** Calls under way at any time. */
  callers: number;
  /** True when each call comes with an Idempotency-Key of its own. */
  isKeyed: boolean;
}

export const scenarios: readonly Scenario[] = [
  { title: "one account, 1 caller", accountCount: 1, callers: 1, isKeyed: true },
  { title: "one account, 32 callers", accountCount: 1, callers: 32, isKeyed: true },
  { title: "one account, 32 callers, no keys", accountCount: 1, callers: 32, isKeyed: false },
  { title: "one account, 128 callers", accountCount: 1, callers: 128, isKeyed: true },
  { title: "100 accounts, 32 callers", accountCount: 100, callers: 32, isKeyed: true },
  { title: "100 accounts, 32 callers, no keys", accountCount: 100, callers: 32, isKeyed: false },
];
