import { useSignal } from "../state/signal.ts";
import { openDocument, removeTab, showTab, workspace } from "./console-state.ts";
import { maxTabs, titleOf } from "./workspace/workspace.ts";

/** The open documents: select, close and add. */
export function TabStrip() {
  const { tabs, active } = useSignal(workspace);
  return (
    <nav class="document-tabs" aria-label="Documents">
      <ul>
        {tabs.map((tab) => {
          const title = titleOf(tab);
          return (
            <li key={tab.id} class={tab.id === active ? "document-tab-active" : ""}>
              <button
                type="button"
                class="document-tab"
                aria-current={tab.id === active ? "true" : undefined}
                onClick={() => showTab(tab.id)}
              >
                {title}
              </button>
              <button
                type="button"
                class="document-close"
                aria-label={`Close ${title}`}
                onClick={() => removeTab(tab.id)}
              >
                <span aria-hidden="true">×</span>
              </button>
            </li>
          );
        })}
      </ul>
      <button
        type="button"
        class="small-button"
        disabled={tabs.length >= maxTabs}
        onClick={() => openDocument({})}
      >
        New document
      </button>
    </nav>
  );
}
