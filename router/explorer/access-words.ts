import { needsFullToken } from "../../src/access/rules.ts";
import type { AccessDocs, AppHeader } from "./data/docs.types.ts";

const who: Readonly<Record<AccessDocs["auth"], string>> = {
  public: "Anyone",
  caller: "A signed-in user, an API key or a service account",
  user: "A signed-in user (no API keys)",
  holder: "A signed-in user, also while the account is being deleted",
  payer: "A signed-in user whose account is open",
  admin: "An administrator",
  internal: "The platform itself",
};

/** Who may call the operation, as a phrase. */
export function describeAccess({
  auth,
  signatureHeader,
}: Pick<AccessDocs, "auth" | "signatureHeader">): string {
  return signatureHeader ? `The sender that signs the body, in ${signatureHeader}` : who[auth];
}

/** The kind of credential in one or two words, for tables. */
function kindOfAccess({ auth, signatureHeader }: Pick<AccessDocs, "auth" | "signatureHeader">): string {
  if (signatureHeader) return "signature";
  return {
    public: "public",
    caller: "bearer or key",
    user: "bearer",
    holder: "bearer",
    payer: "bearer",
    admin: "bearer + admin",
    internal: "internal",
  }[auth];
}

/** Further requirements of the operation, such as "scope write:invoices". */
export function furtherDemands(access: Partial<AccessDocs>): string[] {
  const { scope, tier, app, owned } = access;
  return [
    ...(access.fullToken || needsFullToken(access) ? ["a token with full access"] : []),
    ...(scope ? [`scope ${scope.split(" ").join(" and ")}`] : []),
    ...(tier ? [tier === "api-access" ? "a tier with API access" : `tier ${tier} or above`] : []),
    ...(app ? [`app ${app}`] : []),
    ...(owned ? ["own rows only"] : []),
  ];
}

/** All requirements of the operation in one line. */
export function accessLine(access: AccessDocs): string {
  return [kindOfAccess(access), ...furtherDemands(access)].join(", ");
}

/** The headers for the credential and the app, as a client sends them. */
export function headerLines(
  access: Pick<AccessDocs, "auth" | "signatureHeader">,
  { path, appHeader }: { path: string | null; appHeader: AppHeader },
): string[] {
  const app = { required: "x-app-id: <app> (required)", optional: "x-app-id: <app> (optional)", none: null };
  const isProperty = path?.startsWith("/v1/") ?? false;
  const keyHeader = isProperty
    ? "Authorization: Bearer <api key>, or x-api-key: <api key>"
    : "x-api-key: <api key>";
  return [
    ...(access.signatureHeader ? [`${access.signatureHeader}: <signature of the body>`] : []),
    ...(access.auth === "public" ? [] : ["Authorization: Bearer <token>"]),
    ...(access.auth === "caller" ? [keyHeader] : []),
    ...(app[appHeader] ? [app[appHeader]] : []),
  ];
}
