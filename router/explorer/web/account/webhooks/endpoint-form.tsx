import { useRef } from "preact/hooks";

export interface NewEndpoint {
  url: string;
  eventTypes: string[];
  description?: string;
}

const formId = "new-endpoint";

/** Opens the form and moves the focus to its first field. */
export function openEndpointForm(): void {
  const frame = document.getElementById(formId) as HTMLDetailsElement | null;
  if (!frame) return;
  frame.open = true;
  frame.querySelector("input")?.focus();
}

/** Form that adds a webhook endpoint. */
export function EndpointForm({ isBusy, onAdd }: { isBusy: boolean; onAdd(input: NewEndpoint): void }) {
  const form = useRef<HTMLFormElement>(null);
  const submit = () => {
    const fields = new FormData(form.current!);
    const text = (name: string) => String(fields.get(name) ?? "").trim();
    onAdd({
      url: text("url"),
      eventTypes: text("eventTypes")
        .split(/[\s,]+/)
        .filter(Boolean),
      ...(text("description") === "" ? {} : { description: text("description") }),
    });
  };
  return (
    <details class="panel" id={formId}>
      <summary>Add an endpoint</summary>
      <form
        ref={form}
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <label>
          URL
          <input name="url" type="url" required placeholder="https://example.com/hooks" />
        </label>
        <label>
          Events
          <input name="eventTypes" required defaultValue="*" spellcheck={false} />
          <span class="hint">
            Event types such as <code>invoice.paid</code>, groups such as <code>invoice.*</code>, or{" "}
            <code>*</code> for all events.
          </span>
        </label>
        <label>
          Description
          <input name="description" maxLength={500} />
        </label>
        <div class="buttons">
          <button type="submit" class="primary" disabled={isBusy}>
            Add
          </button>
        </div>
      </form>
    </details>
  );
}
