import type { OperationDocs } from "../../data/docs.types.ts";
import { ExampleIdentity } from "../reference/example-identity.tsx";
import { LoadedPart, loadAhead } from "../ui/loaded-part.tsx";
import type { TryDoor } from "./try-request.ts";

interface TryItProps {
  operation: OperationDocs;
  door: TryDoor;
}

const loadForm = () => import("./try-form.tsx").then(({ TryForm }) => TryForm);

/** Loads the form while the page's data is loaded. */
export function loadTryForm(): void {
  loadAhead(loadForm);
}

/** "Try it" on the page of a tool or REST path. The page does not wait for the form. */
export function TryIt({ operation, door }: TryItProps) {
  return (
    <section class="try" aria-labelledby="try-title">
      <h2 id="try-title">Try it</h2>
      <ExampleIdentity run={operation.exampleRun} />
      {operation.access.signatureHeader ? (
        <p class="muted">
          The sender signs this request.
          {operation.example?.signingSecret !== undefined &&
            " The curl sample signs it with the demo's secret, and so does the console when it opens the operation."}
        </p>
      ) : (
        <LoadedPart load={loadForm} label="the form" props={{ operation, door }} />
      )}
    </section>
  );
}
