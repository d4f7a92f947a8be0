import { session } from "../../session/session.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import type { RevealedKey } from "./keys.types.ts";
import { momentWords } from "../words.ts";
import "../../styles/account.css";

/** Example request that these scopes allow. */
function callFor(scopes: readonly string[]): string {
  if (scopes.includes("read:credits")) return "/credits/balance/central";
  if (scopes.includes("read:properties")) return "/v1/properties/search?pageSize=1";
  return "/marketplace/apps";
}

/** New API key, shown only once, with a first request. */
export function RevealedSecret({
  revealed: { apiKey, key, previousKeyExpiresAt },
}: {
  revealed: RevealedKey;
}) {
  if (key === null) return null;
  const url = `${window.location.origin}${callFor(apiKey.scopes)}`;
  return (
    <section class="secret" aria-label="The new key">
      <h2>Copy the key now</h2>
      <p>You won't be able to see it again. If you lose it, create another key.</p>
      <CodeBlock label="Key" code={key} isRevealed />
      <CodeBlock label="Line for .env" language=".env" code={`HUB_API_KEY=${key}`} isRevealed />
      <CodeBlock label="First request" language="shell" code={`curl -s '${url}' -H 'x-api-key: ${key}'`} />
      {previousKeyExpiresAt !== undefined && (
        <p>The old key works until {momentWords(previousKeyExpiresAt)}.</p>
      )}
      <p class="buttons">
        <button type="button" onClick={() => session.paste(key)}>
          Use this key
        </button>
      </p>
    </section>
  );
}
