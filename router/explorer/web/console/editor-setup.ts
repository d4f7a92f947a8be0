import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json, jsonParseLinter } from "@codemirror/lang-json";
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { linter, lintKeymap } from "@codemirror/lint";
import { EditorState, Prec, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { graphql } from "cm6-graphql";

/** Colours are the page's: custom properties reach into a shadow root, and follow the theme. */
const theme = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--code-bg)", color: "var(--code-fg)", fontSize: "0.8125rem" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--fg)" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--fg)" },
  ".cm-gutters": {
    backgroundColor: "var(--code-bg)",
    color: "var(--muted)",
    borderRight: "1px solid var(--line)",
  },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--accent-bg)",
  },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--accent-bg)" },
  ".cm-tooltip": {
    backgroundColor: "var(--bg)",
    color: "var(--fg)",
    border: "1px solid var(--line-strong)",
    borderRadius: "6px",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--accent-bg)",
    color: "var(--accent)",
  },
  ".cm-completionDetail": { color: "var(--muted)", fontStyle: "normal", marginLeft: "1em" },
  ".cm-completionInfo": { maxWidth: "22rem", padding: "0.3rem 0.6rem" },
  ".cm-diagnostic": { borderLeftWidth: "3px" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--bad)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--warn)" },
});

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.definitionKeyword], color: "var(--chart-4)" },
  { tag: [tags.propertyName, tags.special(tags.name)], color: "var(--chart-1)" },
  { tag: [tags.attributeName, tags.modifier], color: "var(--chart-3)" },
  { tag: [tags.string], color: "var(--chart-2)" },
  { tag: [tags.integer, tags.float, tags.number, tags.bool, tags.null], color: "var(--chart-5)" },
  { tag: [tags.variableName, tags.atom], color: "var(--chart-3)" },
  { tag: [tags.lineComment, tags.separator, tags.punctuation], color: "var(--muted)" },
]);

/**
 * Typed text goes in as a change of the editor's own. A browser that writes it into the document keeps the colours of
 * the replaced text as inline styles, which the page's policy forbids.
 */
const typing = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const text = event.data;
    if (event.inputType !== "insertText" || text === null || view.composing) return false;
    event.preventDefault();
    const { from, to } = view.state.selection.main;
    const insert = () =>
      view.state.update(view.state.replaceSelection(text), { userEvent: "input.type", scrollIntoView: true });
    const isHandled = view.state
      .facet(EditorView.inputHandler)
      .some((handle) => handle(view, from, to, text, insert));
    if (!isHandled) view.dispatch(insert());
    return true;
  },
});

/** Extensions of every console editor. Tab leaves the editor, so that keyboard users are not trapped. */
export function commonExtensions({ label, onRun }: { label: string; onRun(): void }): Extension {
  const run = () => {
    onRun();
    return true;
  };
  return [
    Prec.highest(
      keymap.of([
        { key: "Mod-Enter", run },
        { key: "Ctrl-Enter", run },
      ]),
    ),
    typing,
    lineNumbers(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    autocompletion({ icons: false }),
    syntaxHighlighting(colours),
    EditorView.lineWrapping,
    EditorState.tabSize.of(2),
    // The index says that the keyboard reaches and scrolls it, which checks do not see in `contenteditable`.
    EditorView.contentAttributes.of({
      "aria-label": label,
      spellcheck: "false",
      autocapitalize: "off",
      tabindex: "0",
    }),
    keymap.of([
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...historyKeymap,
      ...completionKeymap,
      ...lintKeymap,
    ]),
    theme,
  ];
}

/** GraphQL, with completion and validation after the schema is set. */
export function graphqlLanguage(): Extension {
  return graphql();
}

/** JSON with validation. An empty document is valid. */
export const jsonLanguage: Extension = [
  json(),
  linter((view) => (view.state.doc.toString().trim() === "" ? [] : jsonParseLinter()(view))),
];
