import { request } from "undici";
import { z } from "zod";
import type { PartySettings } from "../../../src/parties.ts";
import type { EfileService } from "./efile.port.ts";
import { efileFailed } from "./hvut.errors.ts";

const faultSchema = z.object({ code: z.string().regex(/^[\w-]{1,64}$/), message: z.string().max(300) });
const stateSchema = z.object({
  submissionId: z.string().regex(/^\w{1,64}$/),
  status: z.enum(["received", "accepted", "rejected"]),
  errors: z.array(faultSchema).max(100),
  decidedAt: z.iso.datetime().nullable(),
});
const refusalSchema = z.object({ errors: z.array(faultSchema).min(1).max(100) });

/**
 * The e-file service over HTTP. It has no SDK; its protocol is in docs/form-2290.md. Nothing of a request gets into an
 * error, since a request holds an EIN and a PIN.
 */
export function createHttpEfile(
  { baseUrl, secret }: Pick<PartySettings, "baseUrl" | "secret">,
  timeoutMs = 15_000,
): EfileService {
  async function send(method: "GET" | "POST", path: string, body?: object, key?: string) {
    if (baseUrl === null || secret === null) throw efileFailed();
    try {
      const answer = await request(`${baseUrl}${path}`, {
        method,
        headers: {
          accept: "application/json",
          authorization: `Bearer ${secret}`,
          ...(body ? { "content-type": "application/json" } : {}),
          ...(key === undefined ? {} : { "idempotency-key": key }),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(timeoutMs),
      });
      return { status: answer.statusCode, text: await answer.body.text() };
    } catch (error) {
      const { name, code } = error as { name?: string; code?: string };
      throw efileFailed(new Error(`No answer of the e-file service: ${code ?? name ?? "unknown"}.`));
    }
  }
  return {
    async submit(asked, key) {
      const { status, text } = await send("POST", "/v1/submissions", asked, key);
      if (status === 422) return { refused: parse(text, refusalSchema).errors };
      return readState(status, text);
    },
    async readSubmission(submissionId) {
      const { status, text } = await send("GET", `/v1/submissions/${encodeURIComponent(submissionId)}`);
      return readState(status, text);
    },
  };
}

function readState(status: number, text: string): z.output<typeof stateSchema> {
  if (status < 200 || status > 299) throw efileFailed(new Error(`The e-file service answered ${status}.`));
  return parse(text, stateSchema);
}

function parse<Schema extends z.ZodType>(text: string, schema: Schema): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw efileFailed(new Error("The e-file service's answer is not of the protocol."));
  }
}
