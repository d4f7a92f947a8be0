import { sealedAnswers, type SealedColumns } from "../../src/crypto/sealed-column.ts";
import { gatewaySealed } from "../../subgraphs/gateway/sealed-columns.ts";
import { hubSealed } from "../../subgraphs/hub/sealed-columns.ts";
import type { SubgraphName } from "../subgraph-addresses.ts";

/** All sealed data of the platform, by subgraph. A structure test keeps it complete. */
export const sealedBySubgraph: Readonly<Record<SubgraphName, SealedColumns>> = {
  hub: hubSealed,
  property: sealedAnswers("property"),
  gateway: gatewaySealed,
};
