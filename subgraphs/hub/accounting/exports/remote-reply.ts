import type { z } from "zod";
import type { VendorAnswer } from "../../../../src/http/vendor-api.ts";
import type { RemoteAnswer } from "./remote-books.port.ts";

type Reply = Extract<VendorAnswer, { kind: "reply" }>;

/** What a vendor's response to a read means. `refusal` explains statuses that vendors use differently. */
export function readReply<Schema extends z.ZodType>(
  answer: VendorAnswer,
  schema: Schema,
  refusal: (reply: Reply) => RemoteAnswer<never>,
): RemoteAnswer<z.output<Schema>> {
  if (answer.kind !== "reply") return { kind: "later", retryAfterMs: null };
  if (answer.status === 200) {
    const value = parseJson(answer.text, schema);
    return value === null ? { kind: "refused", reason: null } : { kind: "found", value };
  }
  const isPassing = answer.status === 429 || answer.status >= 500;
  return isPassing ? { kind: "later", retryAfterMs: answer.retryAfterMs } : refusal(answer);
}

/** The same for a write, of which a lost response says nothing. Only 429 and 503 say that nothing was executed. */
export function writeReply<Schema extends z.ZodType>(
  answer: VendorAnswer,
  schema: Schema,
  refusal: (reply: Reply) => RemoteAnswer<never>,
): RemoteAnswer<z.output<Schema>> {
  if (answer.kind === "unsent") return { kind: "later", retryAfterMs: null };
  if (answer.kind === "silent") return { kind: "unknown" };
  const { status, retryAfterMs } = answer;
  if (status === 429 || status === 503) return { kind: "later", retryAfterMs };
  if (status >= 500) return { kind: "unknown" };
  if (status !== 200 && status !== 201) return refusal(answer);
  const value = parseJson(answer.text, schema);
  return value === null ? { kind: "unknown" } : { kind: "found", value };
}

/** The parsed body; null when it is another one. */
export function parseJson<Schema extends z.ZodType>(text: string, schema: Schema): z.output<Schema> | null {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The value of an answer changed, or the trouble as it is. */
export function mapAnswer<From, To>(
  answer: RemoteAnswer<From>,
  change: (value: From) => To,
): RemoteAnswer<To> {
  return answer.kind === "found" ? { kind: "found", value: change(answer.value) } : answer;
}
