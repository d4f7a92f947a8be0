import { createRequire } from "node:module";
import util from "node:util";

// graphql-shield calls util.isUndefined, which Node 23 removed; and its ES build loads a second graphql-js.
const legacyUtil = util as unknown as { isUndefined?: (value: unknown) => boolean };
legacyUtil.isUndefined ??= (value) => value === undefined;

const require = createRequire(import.meta.url);

export const {
  shield,
  rule: shieldRule,
  allow: shieldAllow,
} = require("graphql-shield") as typeof import("graphql-shield");
export const { applyMiddleware } = require("graphql-middleware") as typeof import("graphql-middleware");
