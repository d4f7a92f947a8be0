import { useId, useMemo, useRef, useState } from "preact/hooks";
import type { OperationDocs } from "../../data/docs.types.ts";
import { actAsExample } from "../reference/example-identity.tsx";
import { usePrice } from "../reference/use-price.ts";
import type { Identity } from "../session/identity.ts";
import { creditWords } from "../session/meter.ts";
import { session } from "../session/session.ts";
import { useSignal } from "../state/signal.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { GroupFields } from "./field-view.tsx";
import { fieldId, FormContext } from "./form-context.ts";
import { LoadedPart } from "../ui/loaded-part.tsx";
import { supportsDryRun, type TryDoor } from "./try-request.ts";
import { useTry, type TryState } from "./use-try.ts";
import "../styles/try-it.css";

interface TryFormProps {
  operation: OperationDocs;
  door: TryDoor;
}

/** A form for one operation: its input, the buttons that send it, and the response. */
export function TryForm({ operation, door }: TryFormProps) {
  const identity = useSignal(session.identity);
  const price = usePrice(operation.access.cost);
  const tried = useTry(operation, door);
  const { waiting, outcome, notice, risks } = tried;
  const idPrefix = `try${useId()}`;
  const frame = useRef<HTMLFormElement>(null);
  const name = door === "tool" ? operation.tool!.name : operation.name;
  const send = (isDryRun: boolean) => {
    if (!tried.run({ isDryRun })) focusFirstFault(frame.current);
  };
  const runAs = (able: Identity) => {
    if (operation.exampleRun?.as === able.id) actAsExample(operation.exampleRun);
    else session.actAs(able.id);
    tried.run({ as: able, isDryRun: outcome?.isDryRun ?? false });
  };
  return (
    <>
      <form
        class="try-form"
        noValidate
        ref={frame}
        onSubmit={(event) => {
          event.preventDefault();
          send(false);
        }}
      >
        <InputViews tried={tried} idPrefix={idPrefix} allowsNull={changesStored(operation)} />
        <FaultSummary tried={tried} idPrefix={idPrefix} />
        <div class="try-actions">
          <button type="submit" class="primary" disabled={tried.isRunning}>
            {door === "tool" ? "Run" : `Send ${operation.rest!.method}`} as {identity.name.split(",")[0]}
          </button>
          {supportsDryRun(operation, door) && (
            <button type="button" disabled={tried.isRunning} onClick={() => send(true)}>
              Dry run
            </button>
          )}
          <button type="button" class="small-button" onClick={tried.reset}>
            Reset to example
          </button>
          {price !== null && price > 0 && <span class="muted">Costs {creditWords(price)}</span>}
        </div>
      </form>
      {waiting && (
        <LoadedPart
          load={loadConfirm}
          label="the confirmation"
          props={{
            name,
            as: waiting.as.name,
            risks,
            price: price === null || price === 0 ? null : creditWords(price),
            onConfirm: tried.confirm,
            onCancel: tried.cancel,
          }}
        />
      )}
      {notice !== null && <ErrorNote title="No response" message={notice} />}
      {outcome && (
        <LoadedPart
          load={loadResult}
          label="the response"
          props={{ outcome, access: operation.access, example: operation.exampleRun, onRunAs: runAs }}
        />
      )}
    </>
  );
}

// Parts that most visits do not need are loaded when they are.
const loadConfirm = () => import("./confirm-send.tsx").then(({ ConfirmSend }) => ConfirmSend);
const loadJson = () => import("./json-input.tsx").then(({ JsonInput }) => JsonInput);
const loadResult = () => import("./try-answer.tsx").then(({ TryResult }) => TryResult);

interface InputViewsProps {
  tried: TryState;
  idPrefix: string;
  allowsNull: boolean;
}

/** The input as a form and as JSON. Both show the same value. */
function InputViews({ tried, idPrefix, allowsNull }: InputViewsProps) {
  const [view, setView] = useState("Form");
  const faults = useMemo(
    () => new Map(tried.faults.map(({ path, message }) => [path, message])),
    [tried.faults],
  );
  const { form, input, appId } = tried;
  const fields = (
    <FormContext.Provider value={{ idPrefix, faults, allowsNull, onChange: tried.change }}>
      {appId !== null && (
        <div class="try-field">
          <label for={`${idPrefix}-app`}>
            <code>x-app-id</code> <span class="required">required</span>
          </label>
          <input
            id={`${idPrefix}-app`}
            value={appId}
            autocomplete="off"
            spellcheck={false}
            aria-describedby={`${idPrefix}-app-hint`}
            onInput={(event) => tried.setApp(event.currentTarget.value)}
          />
          <p class="try-hint" id={`${idPrefix}-app-hint`}>
            Header with the app of the request.
          </p>
        </div>
      )}
      {form.fields.length === 0 && <p class="muted">This operation takes no input.</p>}
      <GroupFields fields={form.fields} path={[]} value={input} />
    </FormContext.Provider>
  );
  return (
    <Tabs
      label="Input"
      selected={view}
      onSelect={setView}
      tabs={[
        { name: "Form", content: fields },
        {
          name: "JSON",
          content: (
            <LoadedPart
              load={loadJson}
              label="the JSON view"
              props={{ value: input, onChange: tried.setInput }}
            />
          ),
        },
      ]}
    />
  );
}

/** Faults of the input; each moves the focus to its field. */
function FaultSummary({ tried: { faults }, idPrefix }: { tried: TryState; idPrefix: string }) {
  if (faults.length === 0) return null;
  return (
    <div class="note note-bad" role="alert">
      <strong>
        {faults.length === 1 ? "1 field needs a correction" : `${faults.length} fields need a correction`}
      </strong>
      <ul>
        {faults.map(({ path, message }) => (
          <li key={`${path} ${message}`}>
            <button
              type="button"
              class="link-button"
              onClick={() => document.getElementById(fieldId(idPrefix, path))?.focus()}
            >
              {path === "" ? "Input" : path}
            </button>{" "}
            {message}
          </li>
        ))}
      </ul>
    </div>
  );
}

function focusFirstFault(frame: HTMLElement | null): void {
  // The faults are drawn first.
  requestAnimationFrame(() => frame?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
}

/** Null has a meaning where stored values are changed. */
function changesStored({ rest, name }: OperationDocs): boolean {
  return rest?.method === "PATCH" || rest?.method === "PUT" || name.startsWith("Update");
}
