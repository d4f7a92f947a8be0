import { expect } from "vitest";

const prototypes = { Object, Array, Function, String, Number, Boolean, Promise, Error, Map, Set };

/** Every property of the prototypes that all objects of the process share. */
function globalProperties(): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(prototypes).map(([name, { prototype }]) => [
      name,
      Reflect.ownKeys(prototype).map((key) => {
        const property = Reflect.getOwnPropertyDescriptor(prototype, key);
        return `${String(key)}: ${property?.get ? "accessor" : typeof property?.value}`;
      }),
    ]),
  );
}

/** Runs the work, and throws when a shared prototype has other properties afterwards. Takes the new ones away again. */
export async function withoutPollution<T>(work: () => Promise<T>): Promise<T> {
  const before = globalProperties();
  const known = new Set(Reflect.ownKeys(Object.prototype));
  let after: typeof before;
  try {
    return await work();
  } finally {
    after = globalProperties();
    for (const key of Reflect.ownKeys(Object.prototype)) {
      if (!known.has(key)) Reflect.deleteProperty(Object.prototype, key);
    }
    expect(after).toEqual(before);
  }
}
