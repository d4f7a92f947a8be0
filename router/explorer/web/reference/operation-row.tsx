import { accessLine } from "../../access-words.ts";
import type { ListedOperation } from "../../data/docs.types.ts";
import { missingWords, type Identity } from "../session/identity.ts";
import type { PriceList } from "../console/estimate.ts";
import { Icon } from "../ui/icon.tsx";

interface OperationRowProps {
  operation: ListedOperation;
  href: string;
  /** Method, or what the operation does. */
  mark: string;
  name: string;
  identity: Identity;
  prices: PriceList;
}

/** One operation in a list of REST paths, tools or stored operations. */
export function OperationRow({ operation, href, mark, name, identity, prices }: OperationRowProps) {
  const { access, summary, subgraph } = operation;
  const missing = missingWords(identity, access);
  const credits = access.cost === undefined ? undefined : prices?.get(access.cost);
  return (
    <a href={href} class={missing === null ? "row" : "row unreachable"}>
      <span class={`method method-${mark}`}>{mark}</span>
      <code class="row-name">{name}</code>
      <span class="row-note">{summary}</span>
      <span class="row-facts">
        <span class="row-access" title={accessLine(access)}>
          {(missing !== null || access.auth !== "public") && <Icon name="lock" />}
          {shortAccess(access)}
          {missing !== null && <span class="visually-hidden">, {missing}</span>}
        </span>
        <span class="row-price">
          {credits !== undefined && (
            <>
              <Icon name="coins" />
              {credits}
              <span class="visually-hidden"> credits</span>
            </>
          )}
        </span>
        <span class={`row-subgraph subgraph-${subgraph}`}>{subgraph}</span>
      </span>
    </a>
  );
}

/** The scope, or the kind of person where no scope is needed. */
function shortAccess({ auth, scope, signatureHeader }: ListedOperation["access"]): string {
  if (signatureHeader) return "signature";
  if (scope) return scope;
  return { public: "public", admin: "admin", internal: "internal" }[auth as string] ?? "signed in";
}
