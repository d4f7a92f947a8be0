/** Response types of the usage page's stored operations, see `schema/operations.graphql`. */
export interface AccountOverview {
  id: string;
  plan: string;
  isAdmin: boolean;
  creditBalances: readonly {
    appId: string;
    balance: number;
    available: number;
    held: number;
    totalConsumed: number;
    expiring: readonly { amount: number; expiresAt: string }[];
  }[];
}

interface Flow {
  spent: number;
  added: number;
  expired: number;
}

export interface CreditUsage extends Flow {
  series: readonly (Flow & { at: string })[];
  byApp: readonly (Flow & { appId: string })[];
  byOperation: readonly { operation: string | null; spent: number; movements: number }[];
}

export interface Counts {
  total: number;
  ok: number;
  clientError: number;
  serverError: number;
  rateLimited: number;
}

export interface AccountKeyUsage {
  series: readonly (Counts & { at: string })[];
  byKey: readonly (Counts & { keyId: string; name: string; keyPreview: string })[];
  byEndpoint: readonly (Counts & { endpoint: string })[];
}

export interface AutoReload {
  enabled: boolean;
  thresholdCredits: number | null;
  packageId: string | null;
  monthlyCap: number | null;
  webhookUrl: string | null;
  status: string;
  reason: string | null;
  currentMonth: { month: string; spentCents: number; remainingCents: number; count: number };
}

export interface AiUsage {
  totals: { textRequests: number; imageRequests: number; avgDurationMs: number; estimatedSpendUsd: number };
  daily: readonly { date: string; textRequests: number; imageRequests: number; spendUsd: number }[];
}
