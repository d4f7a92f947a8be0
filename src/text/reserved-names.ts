/**
 * Names that every ordinary object inherits: `constructor`, `toString`, `__proto__` and the like. A dictionary keyed by
 * input must not look these up, or assign to them, on an object that has a prototype.
 */
export const inheritedNames: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/**
 * The one inherited name that is an accessor: assigning to it replaces an object's prototype, and reading it answers the
 * object that all others inherit from.
 */
export const prototypeKey = "__proto__";
