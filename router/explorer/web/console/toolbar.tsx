import { useState } from "preact/hooks";
import { useSignal } from "../state/signal.ts";
import { prettify } from "./builder/prettify.ts";
import { changeLayout, cursor, draft, replaceDraft, workspace } from "./console-state.ts";
import { NotReadable, readObject } from "./read-document.ts";
import { NotShareable, shareFragment } from "./workspace/share-link.ts";

/** Actions on the open document: docs pane, format and share. */
export function Toolbar() {
  const { isDocsOpen } = useSignal(workspace);
  const [said, setSaid] = useState("");
  const [link, setLink] = useState<string | null>(null);
  const format = () => {
    const fault = formatDraft();
    setSaid(fault ?? "Formatted.");
  };
  const share = async () => {
    setLink(null);
    try {
      const url = `${window.location.origin}/console${await shareFragment(draft.value)}`;
      const isCopied = await navigator.clipboard.writeText(url).then(
        () => true,
        () => false,
      );
      setLink(url);
      setSaid(`${isCopied ? "Link copied." : "Copy this link."} Tokens, keys and secrets are left out.`);
    } catch (error) {
      if (!(error instanceof NotShareable)) throw error;
      setSaid(error.message);
    }
  };
  return (
    <div class="console-toolbar">
      <button
        type="button"
        class="small-button"
        aria-pressed={isDocsOpen}
        onClick={() => changeLayout({ isDocsOpen: !isDocsOpen })}
      >
        Docs
      </button>
      <button type="button" class="small-button" onClick={format}>
        Prettify
      </button>
      <button type="button" class="small-button" onClick={() => void share()}>
        Share
      </button>
      {link !== null && (
        <input
          class="share-link"
          readOnly
          value={link}
          aria-label="Link to this document"
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      <span class="muted" role="status">
        {said}
      </span>
    </div>
  );
}

/** Formats document and variables. Returns what is wrong with them; null on success. */
function formatDraft(): string | null {
  const { document, variables } = draft.value;
  try {
    const values = readObject(variables, "variables");
    const isEmpty = Object.keys(values).length === 0;
    replaceDraft(
      {
        document: prettify(document),
        variables: isEmpty ? variables : `${JSON.stringify(values, null, 2)}\n`,
      },
      cursor.value,
    );
    return null;
  } catch (error) {
    if (error instanceof NotReadable) return error.message;
    throw error;
  }
}
