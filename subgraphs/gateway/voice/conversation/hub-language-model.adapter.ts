import { parse } from "graphql";
import type { SubgraphExecutor } from "../../../../src/graphql/local-executor.ts";
import { callHubIn } from "../../base/internal-client.ts";
import type { LanguageModel } from "./language-model.port.ts";

const appId = "ai-caller";
/** Phone calls and summaries are to be plain and repeatable. */
const temperature = 0.2;

const statusDocument = parse(/* GraphQL */ `
  query TextProviders {
    aiProvidersStatus {
      providers {
        openai {
          status
        }
        anthropic {
          status
        }
        google {
          status
        }
        mistral {
          status
        }
      }
    }
  }
`);
const writeDocument = parse(
  "mutation WriteForCall($input: GenerateTextInput!) { generateText(input: $input) { content provider model } }",
);

/** The hub's text providers with their failover, budget and metering, asked as the platform for the account of the call. */
export function createHubLanguageModel(hub: SubgraphExecutor): LanguageModel {
  return {
    async isConfigured(call) {
      const data = await callHubIn(hub, { document: statusDocument, variables: {}, appId }, call);
      const { providers } = data["aiProvidersStatus"] as { providers: Record<string, { status: string }> };
      return Object.values(providers).some(({ status }) => status !== "unconfigured");
    },
    async write(call, { prompt, maxTokens, timeoutMs: timeout, key: idempotencyKey }) {
      const variables = { input: { prompt, maxTokens, temperature, timeout } };
      const question = { document: writeDocument, variables, appId, idempotencyKey };
      const { generateText } = await callHubIn(hub, question, call);
      const { content, provider, model } = generateText as Record<"content" | "provider" | "model", string>;
      return { content, model: `${provider}/${model}` };
    },
  };
}
