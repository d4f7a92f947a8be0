/** API key in responses of stored operations. */
export interface ApiKey {
  id: string;
  name: string;
  keyPreview: string;
  status: "active" | "revoked";
  environment: "live" | "test";
  scopes: readonly string[];
  appIds: readonly string[] | null;
  rateLimits: { requestsPerHour: number; requestsPerDay: number; requestsPerMonth: number };
  usageStats: { totalRequests: number; requestsToday: number };
  createdAt: string;
  lastUsedAt: string | null;
  expiresAt: string | null;
  isExpired: boolean;
  previousKeyExpiresAt: string | null;
  revokedAt: string | null;
}

export interface ApiKeyPage {
  apiKeys: readonly ApiKey[];
  pagination: { total: number };
}

/** New API key with its secret, which is shown only once. */
export interface RevealedKey {
  apiKey: ApiKey;
  key: string | null;
  /** Expiry of the previous key. */
  previousKeyExpiresAt?: string;
}
