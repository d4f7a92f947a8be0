import { isRecord } from "./edit-value.ts";
import type { ValueFault } from "./check-value.ts";

/** An error response of the REST or tools door. */
export interface Refusal {
  status: number;
  code: string;
  message: string;
  details: Readonly<Record<string, unknown>>;
  /** Faults of single fields, by the paths of the request. */
  fields: readonly ValueFault[];
}

/** Reads an error response. Null for a success, and for a change that waits for an approval. */
export function readRefusal(status: number, body: unknown): Refusal | null {
  if (status < 400 || !isRecord(body)) return status < 400 ? null : unreadable(status);
  const { error, message, code } = body;
  const details = isRecord(body["details"]) ? body["details"] : {};
  const text = [error, message].find((one) => typeof one === "string");
  return {
    status,
    code: typeof code === "string" ? code : `HTTP_${status}`,
    message: typeof text === "string" ? text : "The request was refused.",
    details,
    fields: readFields(details["fields"]),
  };
}

function unreadable(status: number): Refusal {
  return {
    status,
    code: `HTTP_${status}`,
    message: "The response has no error body.",
    details: {},
    fields: [],
  };
}

function readFields(fields: unknown): ValueFault[] {
  if (!Array.isArray(fields)) return [];
  return fields
    .filter(isRecord)
    .flatMap(({ path, message }) =>
      typeof path === "string" && typeof message === "string" ? [{ path, message }] : [],
    );
}
