/** A call of an operation that succeeds on the demo data. */
export interface OperationExample {
  /** Input as REST and tools take it. */
  input: Record<string, unknown>;
  /** Name of the demo identity that may run it. */
  as: string;
  /** The organization that the identity acts for; null for the personal account. */
  accountId: string | null;
  /** The demo's secret that signs the body; null where nobody signs. Signatures of this are valid for 5 minutes. */
  signingSecret: string | null;
}

/** What an area says of the example of one operation: what differs from the generated one. */
export interface ExampleRow {
  /** Where the input has days that must not have passed: a function of the day some days ahead, as `YYYY-MM-DD`. */
  input?: Record<string, unknown> | ((dayAhead: (days: number) => string) => Record<string, unknown>);
  as?: string;
  /** Acts for the demo organization. */
  forOrganization?: true;
  /** The demo's secret that signs the body of a webhook. */
  signingSecret?: string;
}

export type ExampleRows = Readonly<Record<string, ExampleRow>>;
