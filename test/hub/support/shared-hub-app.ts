import { refuseUndocumentedEvents, type ComparedEvents } from "../../support/event-schemas.ts";
import { createHubApp, type HubApp } from "./hub-app.ts";

let opened: Promise<HubApp> | null = null;
const compared: ComparedEvents = new Map();

/**
 * The hub that test files of one process share, for files as those of `openSharedApp`: their accounts are their own, and they
 * leave nothing that other accounts see. Its log starts with the file.
 */
export async function openSharedHubApp(): Promise<HubApp> {
  const app = await (opened ??= createHubApp());
  app.logLines.length = 0;
  return { ...app, close: () => refuseUndocumentedEvents(app.database, compared) };
}
