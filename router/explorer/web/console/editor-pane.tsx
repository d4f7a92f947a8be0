import type { GraphQLSchema } from "graphql";
import { useMemo } from "preact/hooks";
import { useSignal } from "../state/signal.ts";
import { Tabs } from "../ui/tabs.tsx";
import { changeDraft, replaceDraft, revision, runs } from "./console-state.ts";
import { Editor } from "./editor.tsx";
import { graphqlLanguage, jsonLanguage } from "./editor-setup.ts";
import { HistoryPanel, SavedPanel } from "./library-panel.tsx";
import type { Draft } from "./run-operation.ts";

interface EditorPaneProps {
  draft: Draft;
  schema: GraphQLSchema | null;
  /** Called when the user starts to edit. */
  onFocus(): void;
  onRun(): void;
}

/** Document editor, with variables, headers, history and saved operations below. */
export function EditorPane({ draft, schema, onFocus, onRun }: EditorPaneProps) {
  const language = useMemo(() => graphqlLanguage(), []);
  const history = useSignal(runs);
  const current = useSignal(revision);
  const open = ({ document, variables }: Pick<Draft, "document" | "variables">) =>
    replaceDraft({ document, variables, operationName: null });
  return (
    <section class="console-editors" aria-label="Request">
      <Editor
        label="GraphQL document"
        class="editor-document"
        value={draft.document}
        revision={current}
        language={language}
        schema={schema}
        onInput={(document) => changeDraft({ document })}
        onFocus={onFocus}
        onRun={onRun}
      />
      <Tabs
        label="Variables and headers"
        tabs={[
          {
            name: "Variables",
            content: (
              <Editor
                key="variables"
                label="Variables as JSON"
                class="editor-small"
                value={draft.variables}
                revision={current}
                language={jsonLanguage}
                onInput={(variables) => changeDraft({ variables })}
                onRun={onRun}
              />
            ),
          },
          {
            name: "Request headers",
            content: (
              <>
                <Editor
                  key="headers"
                  label="Request headers as JSON"
                  class="editor-small"
                  value={draft.headers}
                  revision={current}
                  language={jsonLanguage}
                  onInput={(headers) => changeDraft({ headers })}
                  onRun={onRun}
                />
                <p class="muted">
                  Kept in memory only. The identity in "Run as" adds the credential. <code>x-app-id</code>{" "}
                  names an app.
                </p>
              </>
            ),
          },
          { name: "History", content: <HistoryPanel entries={history} onOpen={open} /> },
          { name: "Saved", content: <SavedPanel current={draft} onOpen={open} /> },
        ]}
      />
    </section>
  );
}
