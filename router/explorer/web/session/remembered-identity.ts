import type { Identity } from "./identity.ts";

const storageKey = "explorer.identity";

/** ID of the demo identity that was selected last in this browser. */
export function rememberedIdentity(): string | null {
  try {
    return window.localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

/** Remembers a demo identity by its ID. A pasted token or key is never stored, not even by its name. */
export function rememberIdentity({ id, isDemo }: Pick<Identity, "id" | "isDemo">): void {
  if (!isDemo) return;
  try {
    window.localStorage.setItem(storageKey, id);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
