import { z } from "zod";
import { openJsonVendor } from "../../../../src/http/json-vendor.ts";
import type { ExternalServiceSettings } from "../../../../src/config/external-services.ts";
import type { EfileService } from "./efile.port.ts";
import { efileFailed } from "../hvut.errors.ts";

const faultSchema = z.object({ code: z.string().regex(/^[\w-]{1,64}$/), message: z.string().max(300) });
const stateSchema = z.object({
  submissionId: z.string().regex(/^\w{1,64}$/),
  status: z.enum(["received", "accepted", "rejected"]),
  errors: z.array(faultSchema).max(100),
  decidedAt: z.iso.datetime().nullable(),
});
const refusalSchema = z.object({ errors: z.array(faultSchema).min(1).max(100) });

/**
 * The e-file service over HTTP. It has no SDK; its protocol is in docs/guides/form-2290.md. Nothing of a request
 * gets into an error, since a request holds an EIN and a PIN.
 */
export function createHttpEfile(
  { baseUrl, secret }: Pick<ExternalServiceSettings, "baseUrl" | "secret">,
  timeoutMs = 15_000,
): EfileService {
  const { send, read, parse } = openJsonVendor({
    baseUrl,
    secret,
    title: "the e-file service",
    timeoutMs,
    failed: ({ cause }) => efileFailed(cause),
  });
  return {
    async submit(asked, key) {
      const reply = await send("POST", "/v1/submissions", { body: asked, key });
      if (reply.status === 422) return { refused: parse(reply, refusalSchema).errors };
      return read(reply, stateSchema);
    },
    async readSubmission(submissionId) {
      const path = `/v1/submissions/${encodeURIComponent(submissionId)}`;
      return read(await send("GET", path), stateSchema);
    },
  };
}
