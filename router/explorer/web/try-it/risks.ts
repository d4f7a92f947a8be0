import type { OperationDocs } from "../../data/docs.types.ts";

/**
 * Why a person must agree before a request is sent, as sentences; none for requests that only read or that change the
 * platform's own rows. `isReal` is false in a demo, whose data can be made again.
 */
export function risksOf(
  { kind, access, tool, rest }: Pick<OperationDocs, "kind" | "access" | "tool" | "rest">,
  isReal: boolean,
): string[] {
  if (kind === "query") return [];
  const { hints } = tool ?? {};
  const spends = access.money === true || access.confirm === true;
  const reachesOut = hints?.openWorld ?? (access.limit === "payment-create" || access.limit === "calls");
  const isFinal = hints?.destructive ?? rest?.method === "DELETE";
  return [
    ...(spends ? ["It spends money, credits or a paid quota."] : []),
    ...(reachesOut ? ["It reaches people or services outside the platform, for example by e-mail."] : []),
    ...(isFinal ? ["It cannot be undone."] : []),
    ...(isReal ? ["This is not a demo: it changes real data."] : []),
  ];
}
