import { httpFault, transportFault } from "./provider-fault.ts";

/** The list of a vendor's models, and the headers that carry the key. */
export interface ModelList {
  url: string;
  headers: Record<string, string>;
}

/**
 * Asks for the list of models, which costs nothing, by plain HTTP: a process that only probes providers needs none of their
 * SDKs, which together take a second to load and 40 MB. Throws a ProviderFault unless the vendor answers with success.
 */
export async function probeModels({ url, headers }: ModelList, signal: AbortSignal): Promise<void> {
  // The key is for this address alone.
  const asked = fetch(url, { headers, signal, redirect: "error" });
  const response = await asked.catch((error: unknown) => {
    throw transportFault(error);
  });
  if (response.ok) return response.body?.cancel();
  const { status } = response;
  throw httpFault({ status, headers: response.headers, body: await response.text().catch(() => null) });
}

/** Where the vendors list their models; null for the official address of one. */
export const modelLists = {
  openai: (baseUrl: string | null, apiKey: string): ModelList => ({
    url: `${baseUrl ?? "https://api.openai.com/v1"}/models`,
    headers: { authorization: `Bearer ${apiKey}` },
  }),
  anthropic: (baseUrl: string | null, apiKey: string): ModelList => ({
    url: `${baseUrl ?? "https://api.anthropic.com"}/v1/models?limit=1`,
    headers: { "x-api-key": apiKey, "anthropic-version": "2023-06-01" },
  }),
  google: (baseUrl: string | null, apiKey: string): ModelList => ({
    url: `${baseUrl ?? "https://generativelanguage.googleapis.com"}/v1beta/models?pageSize=1`,
    headers: { "x-goog-api-key": apiKey },
  }),
  mistral: (baseUrl: string | null, apiKey: string): ModelList => ({
    url: `${baseUrl ?? "https://api.mistral.ai"}/v1/models`,
    headers: { authorization: `Bearer ${apiKey}` },
  }),
};
