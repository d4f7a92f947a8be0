import type { ExecutionResult } from "graphql";

/** A response without errors whose data is JSON already. Readers of the data have it parsed. */
export class WrittenResult implements ExecutionResult {
  /** The data as JSON. */
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  get data(): Record<string, unknown> {
    return JSON.parse(this.text) as Record<string, unknown>;
  }

  toJSON(): ExecutionResult {
    return { data: this.data };
  }
}

/** Texts that JSON has as they are, between quotes. */
const plainText = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;

/** A leaf value as JSON. */
export function leafText(value: unknown): string {
  if (typeof value === "string") return plainText.test(value) ? `"${value}"` : JSON.stringify(value);
  if (Number.isSafeInteger(value) || typeof value === "boolean") return String(value);
  return JSON.stringify(value) ?? "null";
}
