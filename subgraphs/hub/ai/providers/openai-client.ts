import type { OpenAI } from "openai";
import { loadOnce, sdkTimeoutMs, type ProviderAccess } from "./provider-client.ts";
import { httpFault, ProviderFault, transportFault } from "./provider-fault.ts";

/** OpenAI's official SDK, loaded at its first use, with how its errors are translated. */
export function loadOpenAi({ baseUrl, apiKey }: Pick<ProviderAccess, "baseUrl" | "apiKey">) {
  return loadOnce(async () => {
    const { APIError, OpenAI } = await import("openai");
    const client = new OpenAI({
      apiKey,
      baseURL: baseUrl,
      organization: null,
      project: null,
      maxRetries: 0,
      timeout: sdkTimeoutMs,
      logLevel: "off",
    });
    return { client, faultOf: (thrown: unknown) => toFault(thrown, APIError) };
  });
}

function toFault(thrown: unknown, APIError: typeof OpenAI.APIError): ProviderFault {
  if (thrown instanceof ProviderFault) return thrown;
  if (thrown instanceof APIError && typeof thrown.status === "number") {
    const { status, headers, code, type } = thrown;
    return httpFault({ status, headers: headers ?? null, body: { code, type } });
  }
  return transportFault(thrown);
}
