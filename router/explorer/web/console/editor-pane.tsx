import type { GraphQLSchema } from "graphql";
import { useMemo } from "preact/hooks";
import { useSignal } from "../state/signal.ts";
import { Tabs } from "../ui/tabs.tsx";
import { changeDraft, cursor, openDocument, revision, runs, workspace } from "./console-state.ts";
import { Editor } from "./editor.tsx";
import { graphqlLanguage, jsonLanguage } from "./editor-setup.ts";
import { HistoryPanel } from "./history-panel.tsx";
import type { Draft } from "./run-operation.ts";
import { SavedPanel } from "./saved-panel.tsx";

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
  const { active } = useSignal(workspace);
  const open = ({ document, variables }: Pick<Draft, "document" | "variables">) =>
    openDocument({ document, variables });
  return (
    <section class="console-editors" aria-label="Request">
      <Editor
        // Each tab has an editor of its own, so that undoing stays in it.
        key={active}
        label="GraphQL document"
        class="editor-document"
        value={draft.document}
        revision={current}
        language={language}
        schema={schema}
        onInput={(document) => changeDraft({ document })}
        onCursor={cursor.set}
        cursor={cursor.value}
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
                key={`variables ${active}`}
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
                  key={`headers ${active}`}
                  label="Request headers as JSON"
                  class="editor-small"
                  value={draft.headers}
                  revision={current}
                  language={jsonLanguage}
                  onInput={(headers) => changeDraft({ headers })}
                  onRun={onRun}
                />
                <p class="muted">
                  The identity in "Run as" adds the credential. <code>x-app-id</code> names an app. Only plain
                  headers such as this survive a reload.
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
