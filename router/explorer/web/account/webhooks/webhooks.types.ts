/** Response types of the stored operations about webhooks. */
export interface WebhookEndpoint {
  id: string;
  url: string;
  description: string | null;
  eventTypes: readonly string[];
  appId: string | null;
  source: string;
  status: "enabled" | "disabled";
  disabledReason: string | null;
  failingSince: string | null;
  previousSecretExpiresAt: string | null;
}

export interface WebhookEndpointPage {
  endpoints: readonly WebhookEndpoint[];
}

export interface WebhookDelivery {
  id: string;
  endpointId: string;
  eventId: string;
  eventType: string;
  messageId: string;
  status: "pending" | "succeeded" | "exhausted";
  attemptCount: number;
  lastStatus: number | null;
  lastError: string | null;
  nextAttemptAt: string | null;
  createdAt: string;
  completedAt: string | null;
}

export interface WebhookDeliveryPage {
  deliveries: readonly WebhookDelivery[];
  pagination: { total: number };
}

export interface WebhookAttempt {
  number: number;
  at: string;
  status: number | null;
  durationMs: number;
  error: string | null;
  responseBody: string | null;
}

export interface WebhookDeliveryDetail extends WebhookDelivery {
  payload: Record<string, unknown>;
  attempts: readonly WebhookAttempt[];
}

/** One webhook as the sandbox's receiver got it. */
export interface Received {
  id: string;
  at: string;
  inbox: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  status: number;
}

export interface ReceiverState {
  hooksUrl: string;
  received: readonly Received[];
  next: { status: number; times: number } | null;
}
