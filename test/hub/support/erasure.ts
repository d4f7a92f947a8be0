import { gatewayOwnData } from "../../../subgraphs/gateway/own-data.ts";
import {
  eraseDueAccounts,
  type ErasedSource,
} from "../../../subgraphs/hub/erasure/erase-accounts.service.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import { hubOwnData } from "../../../subgraphs/hub/own-data.ts";
import { propertyOwnData } from "../../../subgraphs/property/own-data.ts";
import type { TestApp } from "../../support/app.ts";

/** The data of all subgraphs. */
function sourcesOf({ running }: TestApp): ErasedSource[] {
  return [hubOwnData, gatewayOwnData, propertyOwnData].map((data) => ({
    data,
    ctx: running.platform.contextIn(data.schema),
  }));
}

/** Runs the erasure of due accounts at a moment; returns how many were erased. */
export function eraseAt(app: TestApp, at: Date): Promise<number> {
  const ctx = app.running.platform.contextIn("hub") as HubContext;
  return eraseDueAccounts({ ...ctx, clock: { now: () => at } }, sourcesOf(app));
}
