import { needsFullToken } from "../../src/access/rules.ts";
import type { AccessDocs, AppHeader } from "./data/docs.types.ts";

const who: Readonly<Record<AccessDocs["auth"], string>> = {
  public: "Anyone",
  caller: "A signed-in person, an API key or a service account",
  user: "A signed-in person; keys do not do",
  holder: "A signed-in person, also one whose account is being deleted",
  payer: "A signed-in person; a closed account does not exist here",
  admin: "An administrator",
  internal: "The platform itself",
};

/** Who may call, in a sentence's part. */
export function describeAccess({
  auth,
  signatureHeader,
}: Pick<AccessDocs, "auth" | "signatureHeader">): string {
  return signatureHeader ? `Whoever signs the body, in ${signatureHeader}` : who[auth];
}

/** The same in a word or two, for tables. */
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

/** What a caller must have besides, one part each: "scope write:invoices". */
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

/** Everything that a call demands, in one line. */
export function accessLine(access: AccessDocs): string {
  return [kindOfAccess(access), ...furtherDemands(access)].join(", ");
}

/** The headers that carry the credential and the app, as they are written. */
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
