import { furtherDemands, headerLines, describeAccess } from "../../access-words.ts";
import type { AccessDocs, AppHeader } from "../../data/docs.types.ts";
import { missingWords } from "../session/identity.ts";
import { creditWords } from "../session/meter.ts";
import { session } from "../session/session.ts";
import { useSignal } from "../state/signal.ts";
import { Icon } from "../ui/icon.tsx";
import { Pill } from "../ui/pill.tsx";
import { usePrice } from "./use-price.ts";

interface AccessFactsProps {
  access: AccessDocs;
  path: string | null;
  appHeader: AppHeader;
}

/** Access facts: requirement, header, price, and whether the current identity has access. */
export function AccessFacts({ access, path, appHeader }: AccessFactsProps) {
  const identity = useSignal(session.identity);
  const missing = access.signatureHeader ? null : missingWords(identity, access);
  const credits = usePrice(access.cost);
  const demands = furtherDemands(access);
  return (
    <dl class="facts">
      <dt>
        <Icon name="lock" />
        Who may call
      </dt>
      <dd>
        {describeAccess(access)}
        {demands.length > 0 && ` (${demands.join(", ")})`}
      </dd>
      <dt>
        <Icon name="user" />
        You
      </dt>
      <dd>
        {missing === null ? (
          <Pill tone="ok">{identity.name} can call it</Pill>
        ) : (
          <Pill tone="warn">
            {identity.name} {missing}
          </Pill>
        )}
      </dd>
      <dt>
        <Icon name="key-round" />
        Headers
      </dt>
      <dd>
        {headerLines(access, { path, appHeader }).map((line) => (
          <div key={line}>
            <code>{line}</code>
          </div>
        ))}
        {access.auth === "public" && !access.signatureHeader && "No headers needed."}
      </dd>
      <dt>
        <Icon name="coins" />
        Credits
      </dt>
      <dd>
        {access.cost === undefined ? (
          "Free"
        ) : (
          <>
            {credits === null ? "Charged" : creditWords(credits)} as <code>{access.cost}</code>
          </>
        )}
      </dd>
      {access.limit && (
        <>
          <dt>
            <Icon name="clock" />
            Limits
          </dt>
          <dd>
            Limits of the plan, and of the class <code>{access.limit}</code>
          </dd>
        </>
      )}
    </dl>
  );
}
