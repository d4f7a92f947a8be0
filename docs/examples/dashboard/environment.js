// The library reads this name, which bundlers would put in its place.
globalThis.process = { env: { NODE_ENV: "production" } };
