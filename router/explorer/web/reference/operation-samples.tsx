import type { OperationDocs } from "../../data/docs.types.ts";
import { samplesOf } from "../samples/samples.ts";
import { account } from "../session/account.ts";
import { session } from "../session/session.ts";
import { useSignal } from "../state/signal.ts";
import { createSignal } from "../state/signal.ts";
import { CodeBlock } from "../ui/code-block.tsx";
import { Tabs } from "../ui/tabs.tsx";

/** The chosen language is kept for the next operation. */
const language = createSignal("curl");

/** Samples of an operation for every door and language, as the current identity. */
export function OperationSamples({ operation, first }: { operation: OperationDocs; first?: string }) {
  const identity = useSignal(session.identity);
  const chosen = useSignal(language);
  const accountId = useSignal(account);
  const samples = samplesOf(operation, { identity, accountId, baseUrl: window.location.origin });
  const names = samples.map(({ name }) => name);
  const selected = [chosen, first ?? "", names[0]!].find((name) => names.includes(name))!;
  return (
    <Tabs
      label="Samples"
      selected={selected}
      onSelect={(name) => language.set(name)}
      tabs={samples.map(({ name, code }) => ({
        name,
        content: <CodeBlock label={`${name} sample`} language={name} code={code} />,
      }))}
    />
  );
}
