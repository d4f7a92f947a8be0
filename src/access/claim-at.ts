/**
 * The claim of this name or dotted path; undefined without one. Tries the whole name first: issuers use URLs, dots
 * included, as claim names.
 */
export function claimAt(payload: object, path: string): unknown {
  if (Object.hasOwn(payload, path)) return (payload as Record<string, unknown>)[path];
  let value: unknown = payload;
  for (const name of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
