import { useEffect, useRef } from "preact/hooks";
import { EditorView } from "@codemirror/view";
import { EditorState, type Extension } from "@codemirror/state";
import { updateSchema } from "cm6-graphql";
import type { GraphQLSchema } from "graphql";
import { commonExtensions } from "./editor-setup.ts";

interface EditorProps {
  /** Accessible name of the editor. */
  label: string;
  /** Text at the start and after each new revision. In between only the editor has the current text. */
  value: string;
  revision: number;
  onInput(text: string): void;
  onFocus?(): void;
  /** Called with the offset of the cursor when it moves. */
  onCursor?(offset: number): void;
  /** Offset of the cursor after a new revision. */
  cursor?: number;
  /** Pressed for running: Ctrl+Enter, or Command+Enter. */
  onRun(): void;
  /** The language. A change recreates the editor. */
  language: Extension;
  /** Schema for completion and validation. Null until it is loaded. */
  schema?: GraphQLSchema | null;
  class?: string;
}

/**
 * A text editor. It lives in a shadow root: there its styles are sheets that scripts may make, where the document's
 * policy forbids `style` elements.
 */
export function Editor({
  label,
  value,
  revision,
  onInput,
  onRun,
  language,
  schema = null,
  onFocus,
  onCursor,
  cursor = 0,
  class: className = "",
}: EditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const handlers = useRef({ onInput, onRun, onCursor });
  handlers.current = { onInput, onRun, onCursor };
  useEffect(() => {
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: "open" });
    const editor = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: view.current?.state.doc ?? value,
        extensions: [
          commonExtensions({ label, onRun: () => handlers.current.onRun() }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) handlers.current.onInput(update.state.doc.toString());
            if (update.selectionSet || update.docChanged)
              handlers.current.onCursor?.(update.state.selection.main.head);
          }),
          language,
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [language, label]);
  useEffect(() => {
    const editor = view.current;
    const shown = editor?.state.doc.toString();
    if (!editor || shown === value) return;
    editor.dispatch({
      changes: { from: 0, to: editor.state.doc.length, insert: value },
      selection: { anchor: Math.min(cursor, value.length) },
      scrollIntoView: true,
    });
  }, [revision]);
  useEffect(() => {
    if (view.current && schema) updateSchema(view.current, schema);
  }, [schema, language]);
  return <div ref={host} class={`editor ${className}`} onFocusIn={onFocus} />;
}
