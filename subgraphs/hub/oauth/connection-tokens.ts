import type { KeyRing } from "../../../src/crypto/crypto.ts";
import { renewalOf } from "./connection-state.ts";
import type { ConnectionRow } from "./connection.rows.ts";
import type { OauthGrant } from "./oauth.port.ts";

type TokenField = "access_token" | "refresh_token";

/** Associated data of a sealed token: it can be opened for its own row and field only. */
export function tokenPlace(connectionId: string, field: TokenField): string {
  return `oauth:${connectionId}:${field}`;
}

/** Associated data of the sealed account id at the provider. */
export function subjectPlace(connectionId: string): string {
  return `oauth:${connectionId}:subject`;
}

/** The `column` of the blind index of accounts at providers. */
export const accountIndex = "oauth_connections.account";

/** A connection's token; null if it has none. */
export function openToken(
  keyRing: KeyRing,
  row: Pick<ConnectionRow, "id" | "accessTokenSealed" | "refreshTokenSealed">,
  field: TokenField,
): string | null {
  const sealed = field === "access_token" ? row.accessTokenSealed : row.refreshTokenSealed;
  return sealed === null ? null : keyRing.open(sealed, tokenPlace(row.id, field));
}

/** Columns of a grant's tokens. Without a new refresh token that of `kept` stays. */
export function tokenColumns(
  keyRing: KeyRing,
  { accessToken, refreshToken, expiresIn }: OauthGrant,
  connection: { id: string; kept: string | null; now: Date },
): Record<string, unknown> {
  const { id, kept, now } = connection;
  return {
    access_token_sealed: keyRing.seal(accessToken, tokenPlace(id, "access_token")),
    refresh_token_sealed:
      refreshToken === null ? kept : keyRing.seal(refreshToken, tokenPlace(id, "refresh_token")),
    ...renewalOf(expiresIn, now),
  };
}

/** Columns of a connection that has just received valid tokens: no lease, and no error. */
export const healthyColumns = {
  status: "connected",
  error_code: null,
  refresh_lease: null,
  refresh_leased_until: null,
  refresh_failures: 0,
  invalid_grants: 0,
  refresh_retry_at: null,
} as const;
