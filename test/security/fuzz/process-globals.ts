/** The objects that all code of a process shares, by name. */
const shared: Readonly<Record<string, object>> = {
  "Object.prototype": Object.prototype,
  "Array.prototype": Array.prototype,
  "Function.prototype": Function.prototype,
  "String.prototype": String.prototype,
  "Number.prototype": Number.prototype,
  "Boolean.prototype": Boolean.prototype,
  "RegExp.prototype": RegExp.prototype,
  "Date.prototype": Date.prototype,
  "Error.prototype": Error.prototype,
  "Map.prototype": Map.prototype,
  "Set.prototype": Set.prototype,
  "Promise.prototype": Promise.prototype,
  Object,
  Array,
  Function,
  String,
  Promise,
  JSON,
  Reflect,
};

/** The process's shared objects as they were, to compare with and to go back to. */
export interface GlobalsSnapshot {
  /** Names added, changed or removed since; only counts keys, so that it may run after every request. */
  addedQuickly(): string[];
  /** The same, comparing every property; and the names of new global variables. */
  changed(): string[];
  /** Puts all of it back. */
  restore(): void;
}

/** Remembers every own property of the objects that all code shares. */
export function snapshotGlobals(): GlobalsSnapshot {
  const before = Object.entries(shared).map(([name, object]) => ({
    name,
    object,
    count: Reflect.ownKeys(object).length,
    properties: new Map(
      Reflect.ownKeys(object).map((key) => [key, Object.getOwnPropertyDescriptor(object, key)!]),
    ),
  }));
  const globalNames = new Set(Object.getOwnPropertyNames(globalThis));
  const changed = (): string[] => [
    ...before.flatMap(({ name, object, properties }) =>
      [...new Set([...properties.keys(), ...Reflect.ownKeys(object)])]
        .filter((key) => !isSame(properties.get(key), Object.getOwnPropertyDescriptor(object, key)))
        .map((key) => `${name}.${String(key)}`),
    ),
    // Libraries that are loaded late leave symbols there; no input can make one.
    ...Object.getOwnPropertyNames(globalThis)
      .filter((key) => !globalNames.has(key))
      .map((key) => `globalThis.${key}`),
  ];
  return {
    addedQuickly: () =>
      before.filter(({ object, count }) => Reflect.ownKeys(object).length !== count).map(({ name }) => name),
    changed,
    restore: () => {
      for (const { object, properties } of before) {
        for (const key of Reflect.ownKeys(object))
          if (!properties.has(key)) Reflect.deleteProperty(object, key);
        for (const [key, property] of properties) {
          if (!isSame(property, Object.getOwnPropertyDescriptor(object, key)))
            Object.defineProperty(object, key, property);
        }
      }
    },
  };
}

function isSame(one: PropertyDescriptor | undefined, other: PropertyDescriptor | undefined): boolean {
  return (
    one !== undefined &&
    other !== undefined &&
    Object.is(one.value, other.value) &&
    one.get === other.get &&
    one.set === other.set &&
    one.writable === other.writable &&
    one.enumerable === other.enumerable &&
    one.configurable === other.configurable
  );
}
