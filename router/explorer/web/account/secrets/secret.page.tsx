import { useState } from "preact/hooks";
import type { PageProps } from "../../routes.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { FaultNote } from "../fault-note.tsx";
import { useAction } from "../use-action.ts";
import "../../styles/account.css";

interface ShownSecret {
  label: string;
  secret: string | null;
}

/** A secret that an agent's tool created: the signed-in person sees it once. */
export function Page({ params }: PageProps) {
  const action = useAction();
  const [shown, setShown] = useState<ShownSecret | null>(null);
  const show = async () => {
    const input = { secretId: params["secretId"]! };
    const secret = await action.run<ShownSecret>("RevealOneTimeSecret", { input }, "");
    if (secret !== null) setShown(secret);
  };
  return (
    <>
      <h1>Secret from an agent</h1>
      {action.fault && <FaultNote fault={action.fault} />}
      {shown ? (
        <section class="secret" aria-label={shown.label}>
          <h2>Copy it now</h2>
          <p>You won't be able to see it again. If you lose it, rotate the key.</p>
          {shown.secret !== null && <CodeBlock label={shown.label} code={shown.secret} isRevealed />}
        </section>
      ) : (
        <>
          <p>
            An agent created a key or a signing secret for you. Only you can see it, once, within an hour. The
            agent never gets it.
          </p>
          <p class="buttons">
            <button type="button" class="primary" disabled={action.isRunning} onClick={() => void show()}>
              Show the secret
            </button>
          </p>
        </>
      )}
    </>
  );
}
