/** Connection settings of a provider. */
export interface ProviderAccess {
  /** Null: the official address of the SDK. */
  baseUrl: string | null;
  apiKey: string;
  model: string;
  /** True for the sandbox's stand-in. */
  isSandbox: boolean;
}

/** Our own deadline ends a request; the SDKs' own are only a last resort behind it. */
export const sdkTimeoutMs = 130_000;

/** Loads at the first use, once: the SDKs take a while, and a process that asks no provider needs none of them. */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null;
  return () => (loading ??= load());
}

/** For `catch`: throws what an SDK's error is translated to. */
export function rethrow(faultOf: (thrown: unknown) => Error): (thrown: unknown) => never {
  return (thrown) => {
    throw faultOf(thrown);
  };
}
