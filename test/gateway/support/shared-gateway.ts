import { refuseUndocumentedEvents } from "../../support/event-schemas.ts";
import { createGatewayApp, type GatewayApp } from "./gateway-app.ts";

let opened: Promise<GatewayApp> | null = null;

/**
 * The gateway that test files of one process share. For files whose tests read and write the rows of accounts that they make, and
 * run no job over all accounts; a price that a test sets at the hub is taken back with the test. It ends with the process.
 */
export async function openSharedGateway(): Promise<GatewayApp> {
  const app = await (opened ??= createGatewayApp());
  return { ...app, close: () => refuseUndocumentedEvents(app.database) };
}
