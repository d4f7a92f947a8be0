import type { OperationDocs } from "../../data/docs.types.ts";
import { account, accounts, chooseAccount } from "../session/account.ts";
import type { Identity } from "../session/identity.ts";
import { session } from "../session/session.ts";
import { useSignal } from "../state/signal.ts";
import { Icon } from "../ui/icon.tsx";

/** How an example runs on the demo data. */
export type ExampleRun = NonNullable<OperationDocs["exampleRun"]>;

/** The demo identity that an example is written for. Null outside the demo. */
export function exampleIdentity(run: ExampleRun | null, identities: readonly Identity[]): Identity | null {
  return identities.find(({ id, isDemo }) => isDemo && id === run?.as) ?? null;
}

/** Selects the identity of an example, and the account that it acts for. */
export function actAsExample(run: ExampleRun): void {
  chooseAccount(run.as, run.accountId);
  session.actAs(run.as);
}

/** The demo identity that the example runs as, with a button that selects it. */
export function ExampleIdentity({ run }: { run: ExampleRun | null }) {
  const identities = useSignal(session.identities);
  const current = useSignal(session.identity);
  const acting = useSignal(account);
  const known = useSignal(accounts);
  const owner = exampleIdentity(run, identities);
  if (!run || !owner) return null;
  const isSelected = current.id === owner.id && acting === run.accountId;
  const organization = known.find(({ id }) => id === run.accountId)?.name ?? "its organization";
  return (
    <p class="example-identity">
      <Icon name="user" />
      <span>
        The example runs as <strong>{owner.name}</strong>
        {run.accountId !== null && <> for {organization}</>}.
      </span>
      {!isSelected && (
        <button type="button" class="small-button" onClick={() => actAsExample(run)}>
          Act as {owner.name.split(",")[0]}
        </button>
      )}
    </p>
  );
}
