import { sortKeys, type Arguments } from "./resolvers.ts";
import type { Row } from "./rows.ts";
import { digest } from "./world.ts";

/** Resolves a field with `@requires`: `need` reads what the field requires, and nothing else can be read. */
type Compute = (need: (field: string) => unknown, args: Arguments) => unknown;

const shippingEstimate: Compute = (need, args) => {
  const size = need("dimensions") as { width: number; height: number | null } | null;
  const measure = size ? `${size.width}x${String(size.height ?? null)}` : "none";
  return `${String(need("weight"))} ${measure} ${JSON.stringify(sortKeys(args))}`;
};
const shippingClass: Compute = (need) => {
  const weight = Number(need("weight") ?? 0);
  return weight > 500 ? "FREIGHT" : weight > 15 ? "PARCEL" : "LETTER";
};
const label: Compute = (need, args) => `${String(args["prefix"])}${String(need("shippingClass"))}`;

/** Fields with `@requires`. */
export const computed: Record<string, Record<string, Compute>> = {
  Book: { shippingEstimate, shippingClass, label },
  Tool: { shippingEstimate, shippingClass, label },
  Bundle: {
    totalWeight: (need, args) =>
      (need("parts") as Row[]).reduce(
        (sum, each) =>
          sum + (Number(each["weight"] ?? 0) + Number((each["material"] as Row)["density"] ?? 0)),
        0,
      ) * Number(args["factor"] ?? 0),
    matrixCount: (need) =>
      (need("matrix") as (Row[] | null)[] | null)
        ?.flat()
        .reduce((sum, each) => sum + Number(each?.["count"] ?? 0), 0) ?? null,
    packing: (need) =>
      (need("contents") as Row[])
        .map(
          (each) => `${each.__typename} ${String(each["pages"] ?? each["voltage"] ?? each["count"] ?? null)}`,
        )
        .join(", "),
  },
  Organization: { secretHash: (need) => digest(need("secret") ?? null) },
};

/** Fields and coordinates where a fault has no like in one schema: others are computed from them, they are keys, or a
 * subgraph is stricter about them than the graph. */
export const requiredFields: ReadonlySet<string> = new Set(
  "id isbn email weight pages voltage dimensions width height parts material density matrix count contents secret shippingClass edition grade Membership.organization Dimensions.label Material.name".split(
    " ",
  ),
);
