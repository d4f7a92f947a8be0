import { GraphQLError, Kind, type OperationDefinitionNode } from "graphql";
import { DomainError } from "../../../src/errors.ts";
import type { SubgraphExecutor, SubgraphRequest } from "../../../src/graphql/local-executor.ts";
import { newId } from "../../../src/ids.ts";

interface Hold {
  holdId: string;
  ownerId: string;
  operation: string;
  appId: string;
  key: string;
  status: "pending" | "captured" | "released";
}

/** The hub's charging fields, with the ledger's promises and nothing behind them. */
export interface FakeHub {
  execute: SubgraphExecutor;
  holds: Hold[];
  /** Operations without a row here are free. */
  prices: Record<string, number>;
  /** Asked before every answer; what it throws is what the hub answers. */
  fault: ((operation: "hold" | "capture" | "release" | "charge") => void) | null;
  holdsOf(ownerId: string): Hold[];
}

export function createFakeHub(): FakeHub {
  const hub: FakeHub = {
    holds: [],
    prices: { "invoice.create": 0.5 },
    fault: null,
    holdsOf: (ownerId) => hub.holds.filter((one) => one.ownerId === ownerId),
    execute: async (request) => {
      try {
        return { data: answer(hub, request) };
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        return { errors: [new GraphQLError(error.message, { extensions: { ...error.extensions } })] };
      }
    },
  };
  return hub;
}

function answer(hub: FakeHub, { document, variables, call }: SubgraphRequest): Record<string, unknown> {
  const { principal } = call;
  if (principal.kind !== "internal") throw new DomainError("NOT_FOUND", "There is nothing here.");
  const ownerId = principal.ownerId!;
  const input = variables["input"] as Record<string, string>;
  if (nameOf(document.definitions[0] as OperationDefinitionNode) === "HoldOperation") {
    hub.fault?.("hold");
    return { holdOperationCredits: placeHold(hub, ownerId, input) };
  }
  if (nameOf(document.definitions[0] as OperationDefinitionNode) === "ChargeOperation") {
    hub.fault?.("charge");
    return { chargeOperationCredits: charge(hub, ownerId, input) };
  }
  if (nameOf(document.definitions[0] as OperationDefinitionNode) === "OperationPrice") {
    const cost = hub.prices[variables["operation"] as string];
    return { operationCost: { cost: cost ?? 0, enabled: cost !== undefined } };
  }
  hub.fault?.(input["outcome"] as "capture" | "release");
  return { settleOperationHold: settle(hub, ownerId, input) };
}

function placeHold(hub: FakeHub, ownerId: string, input: Record<string, string>) {
  const { operation = "", appId = "", key = "" } = input;
  const amount = hub.prices[operation];
  if (amount === undefined) return { holdId: null, amount: 0 };
  const known = hub.holdsOf(ownerId).find((one) => one.key === key && one.status !== "released");
  if (known) return { holdId: known.holdId, amount };
  const holdId = newId("hold");
  hub.holds.push({ holdId, ownerId, operation, appId, key, status: "pending" });
  return { holdId, amount };
}

/** A capture always takes the price, also of a hold that was released. */
function settle(hub: FakeHub, ownerId: string, { holdId, outcome }: Record<string, string>) {
  const found = hub.holdsOf(ownerId).find((one) => one.holdId === holdId);
  if (!found) throw new DomainError("HOLD_NOT_FOUND", "There is no such hold.");
  const isCharged = outcome === "capture" && found.status !== "captured";
  if (isCharged) found.status = "captured";
  else if (found.status === "pending") found.status = "released";
  return { charged: isCharged ? hub.prices[found.operation] : 0, balance: 100 };
}

/** An immediate charge is stored with the holds, as a captured one. */
function charge(hub: FakeHub, ownerId: string, { operation = "", appId = "" }: Record<string, string>) {
  const charged = hub.prices[operation];
  if (charged === undefined) return { charged: 0, balance: null };
  hub.holds.push({ holdId: newId("hold"), ownerId, operation, appId, key: "", status: "captured" });
  return { charged, balance: 100 };
}

function nameOf(definition: OperationDefinitionNode): string | undefined {
  return definition.kind === Kind.OPERATION_DEFINITION ? definition.name?.value : undefined;
}
