import type { Tier } from "../../src/access/rules.ts";
import type { JsonSchema } from "../schema/json-schema.ts";

/** Facts of an operation that its service enforces, and that neither the graph nor its row states. */
export interface PublishedFacts {
  /** Statuses of errors, besides those that follow from kind, method and access. */
  errors?: readonly number[];
  /** The tier that the service requires. */
  tier?: Tier;
  /** True when the call may name its app in `x-app-id`, and need not. */
  takesAppHeader?: true;
  /** Bounds of arguments, which replace those that the door checks. */
  bounds?: Readonly<Record<string, JsonSchema>>;
}

const searchBounds: Readonly<Record<string, JsonSchema>> = {
  // Blanks at both ends do not count.
  q: { maxLength: 200 },
  type: {
    pattern: listOf("(commercial|residential|industrial|institutional|mixed-use|other|unknown)"),
  },
  bbox: { pattern: numbers(4) },
  near: { pattern: numbers(2) },
};

/** By operation. A test compares each of them with the running platform. */
export const publishedFacts: ReadonlyMap<string, PublishedFacts> = new Map<string, PublishedFacts>([
  ["GenerateImage", { errors: [402] }],
  ["SubscriptionStatus", { takesAppHeader: true }],
  // Readable for 7 days after a downgrade, so the service checks the tier and not the rule.
  ["ApiKeys", { tier: "integration" }],
  ["ApiKey", { tier: "integration" }],
  ["ApiKeyUsage", { tier: "integration" }],
  ["AccountKeyUsage", { tier: "integration" }],
  // The door counts up to 10,000 ids, so that the service can refuse more than 50 with their number.
  ["BulkPropertyScores", { bounds: { propertyIds: { maxItems: 50 } } }],
  ["SearchProperties", { bounds: { ...searchBounds, page: { maximum: 10_000 } } }],
  ["SuggestProperties", { bounds: { q: { maxLength: 200 } } }],
]);

/** Values with commas between; blanks around a value do not count. */
function listOf(value: string): string {
  return `^\\s*${value}\\s*(,\\s*${value}\\s*)*$`;
}

/** This many decimal numbers with commas between. */
function numbers(count: number): string {
  const one = String.raw`\s*-?\d{1,3}(\.\d{1,15})?\s*`;
  return `^${one}(,${one}){${count - 1}}$`;
}

/** Fields that are open objects in the graph and have a known shape, by type and field. */
export const typedFields: ReadonlyMap<string, { name: string; schema: JsonSchema }> = new Map([
  [
    "Plan.prices",
    {
      name: "PlanPrice",
      schema: {
        type: "object",
        description: "Price of a plan for one billing interval.",
        properties: {
          amount: { type: "number", description: "Amount in major units of the currency." },
          currency: { type: "string" },
          interval: { type: "string", enum: ["month", "year"] },
          processorId: { type: ["string", "null"], description: "ID of the price at the payment processor." },
        },
        required: ["amount", "currency", "interval", "processorId"],
      },
    },
  ],
]);
