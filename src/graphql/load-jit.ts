import { createRequire, registerHooks } from "node:module";

/** Functions that the code of a compiled mutation puts on the context of each run, as the library writes them. */
const written: readonly (readonly [from: string, to: string])[] = [
  [".finalResolve = () => {};", ".finalResolve = (0, () => {});"],
  ["${GLOBAL_RESOLVE} = (context) => {", "${GLOBAL_RESOLVE} = (0, (context) => {"],
  [
    "context.queue[context.jobCounter++](context);\n    };",
    "context.queue[context.jobCounter++](context);\n    });",
  ],
];

/**
 * Loads graphql-jit so that runs of mutations die young. V8 makes a function that is written as the value of a property in the
 * old generation, and the collector of young objects keeps what an old object refers to: the context of the request, with all
 * that it refers to. As a part of an expression the same function is made in the young generation. A version of the
 * library that writes other code is loaded as it is.
 */
export function loadJit(): typeof import("graphql-jit") {
  const hooks = registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.endsWith("/graphql-jit/dist/execution.js") || !loaded.source) return loaded;
      const source = Buffer.from(loaded.source as Uint8Array).toString();
      if (!written.every(([from]) => source.includes(from))) return loaded;
      return {
        ...loaded,
        source: written.reduce((text, [from, to]) => text.replace(from, () => to), source),
      };
    },
  });
  try {
    return createRequire(import.meta.url)("graphql-jit") as typeof import("graphql-jit");
  } finally {
    hooks.deregister();
  }
}
