/** Tokens and keys of the platform: JSON Web Tokens, API keys, signing secrets. */
const secret = /\beyJ[\w-]{4,}\.[\w-]+\.[\w-]+|\bhub_(?:live|test)_\w{16,}|\bwhsec_[\w+/=-]{16,}/g;

/** The text with every token and key hidden. The same text where there is none. */
export function maskSecrets(text: string): string {
  return text.replaceAll(secret, "••••");
}
