import { useState } from "preact/hooks";
import type { OperationDocs, RestDocs } from "../../data/docs.types.ts";
import { ConfirmMutation } from "../console/confirm-mutation.tsx";
import { restCall } from "../samples/http-call.ts";
import { creditWords, durationWords, limitWords } from "../session/meter.ts";
import type { Answer } from "../session/send.ts";
import { session } from "../session/session.ts";
import { environment } from "../shell/environment.ts";
import { useSignal } from "../state/signal.ts";
import { CodeBlock } from "../ui/code-block.tsx";
import { ErrorNote } from "../ui/error-note.tsx";

interface TryRestProps {
  operation: OperationDocs;
  rest: RestDocs;
}

/** Sends the request as the current identity, with editable input, and shows the response. */
export function TryRest({ operation, rest }: TryRestProps) {
  const identity = useSignal(session.identity);
  const [text, setText] = useState(() => JSON.stringify(operation.example?.input ?? {}, null, 2));
  const [isRunning, setRunning] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const run = async () => {
    setAsking(false);
    setRunning(true);
    setFault(null);
    try {
      setAnswer(await callRest(operation, JSON.parse(text) as Record<string, unknown>));
    } catch (error) {
      setFault((error as Error).message);
    } finally {
      setRunning(false);
    }
  };
  const askOrRun = () =>
    operation.kind === "mutation" && !environment.isDemo ? setAsking(true) : void run();
  return (
    <section class="try" aria-labelledby="try-title">
      <h2 id="try-title">Try it</h2>
      {operation.access.signatureHeader ? (
        <p class="muted">Only the sender can sign this request.</p>
      ) : (
        <>
          <label>
            Input as JSON: path, query and body parameters
            <textarea
              rows={Math.min(14, text.split("\n").length + 1)}
              spellcheck={false}
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </label>
          <p>
            <button type="button" class="primary" disabled={isRunning} onClick={askOrRun}>
              Send {rest.method} as {identity.name.split(",")[0]}
            </button>
          </p>
        </>
      )}
      {isAsking && (
        <ConfirmMutation
          fields={[operation.name]}
          as={identity.name}
          onConfirm={() => void run()}
          onCancel={() => setAsking(false)}
        />
      )}
      {fault !== null && <ErrorNote title="The request was not sent" message={fault} />}
      {answer && <RestAnswer answer={answer} />}
    </section>
  );
}

function RestAnswer({ answer: { body, text, meta } }: { answer: Answer }) {
  const shown = typeof body === "string" ? text : JSON.stringify(body, null, 2);
  const facts = [
    String(meta.status),
    durationWords(meta.ms),
    meta.credits && creditWords(meta.credits.charged),
    limitWords(meta),
  ];
  return (
    <>
      <p role="status">{facts.filter(Boolean).join(" · ")}</p>
      <CodeBlock label="Response" code={shown} />
    </>
  );
}

/** The request of the curl sample, with this input. */
function callRest(operation: OperationDocs, input: Record<string, unknown>): Promise<Answer> {
  const source = { ...operation, example: { input, variables: {} } };
  const identity = session.identity.value;
  const { origin } = window.location;
  const call = restCall(source, { identity, baseUrl: origin })!;
  const appId = call.headers.find(({ name }) => name === "x-app-id")?.value;
  const headers = {
    ...(typeof appId === "string" ? { "x-app-id": appId } : {}),
    ...(call.isRepeatable ? { "idempotency-key": crypto.randomUUID() } : {}),
  };
  return session.rest(call.method, call.url.slice(origin.length), {
    headers,
    ...(call.body === undefined ? {} : { body: call.body }),
  });
}
