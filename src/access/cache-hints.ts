/**
 * How long the router may serve a field from its cache. Only for data without an owner: the response must be the same
 * for every principal that the access rules admit.
 */
export interface CacheHint {
  /** Lifetime in seconds. 0: responses with this field are not cached. */
  maxAge: number;
  /** `public`: HTTP caches may store it too. `shared`: only the platform, which checks access first. */
  scope?: "public" | "shared";
  /** Names of changes of public data that end the lifetime early, as `announce_public_data` announces them. */
  events?: readonly string[];
}

/** Hints of one feature: by type (`Property`: all fields of that type) or by field (`Query.property`), which wins. */
export type CacheHints = Readonly<Record<string, CacheHint>>;

/** The hint of a field: its own, or its type's. */
export function hintFor(hints: CacheHints, typeName: string, fieldName: string): CacheHint | null {
  return ownHint(hints, `${typeName}.${fieldName}`) ?? ownHint(hints, typeName);
}

function ownHint(hints: CacheHints, name: string): CacheHint | null {
  return Object.hasOwn(hints, name) ? hints[name]! : null;
}
