import type { ConnectionRow } from "./connection.rows.ts";
import { shownStatus } from "./connection-state.ts";
import type { OauthConnection, OauthConnectionStatus } from "./oauth.types.ts";

/** A connection as API users see it, without its tokens. */
export function showConnection(row: ConnectionRow, now: Date): OauthConnection {
  const { id: connectionId, createdAt, updatedAt } = row;
  const { provider, connected, status, appId, scopes, requestedScopes } = showStatus(row, now);
  const { accountLabel, accessExpiresAt: expiresAt, lastRefreshedAt, errorCode } = row;
  const state = { connected, status, scopes, requestedScopes, accountLabel, expiresAt };
  return {
    connectionId,
    provider,
    appId: appId!,
    ...state,
    lastRefreshedAt,
    errorCode,
    createdAt,
    updatedAt,
  };
}

export function showStatus(row: ConnectionRow, now: Date): OauthConnectionStatus {
  const { id: connectionId, provider, appId, scopes, requestedScopes, accountLabel } = row;
  const { accessExpiresAt: expiresAt, lastRefreshedAt, errorCode } = row;
  const status = shownStatus(row, now);
  const what = { provider, connected: status === "connected", status, connectionId, appId };
  return { ...what, scopes, requestedScopes, accountLabel, expiresAt, lastRefreshedAt, errorCode };
}

/** The status where there is no connection. */
export function showNoConnection(provider: string, appId: string | null): OauthConnectionStatus {
  return {
    provider,
    connected: false,
    status: "not_connected",
    connectionId: null,
    appId,
    scopes: [],
    requestedScopes: [],
    accountLabel: null,
    expiresAt: null,
    lastRefreshedAt: null,
    errorCode: null,
  };
}
