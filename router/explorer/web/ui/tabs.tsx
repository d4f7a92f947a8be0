import type { ComponentChildren } from "preact";
import { useId, useRef, useState } from "preact/hooks";

/** One tab: its name and content. */
export interface Tab {
  name: string;
  content: ComponentChildren;
}

interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  /** Name of the tab that is open initially, if the parent component remembers it. */
  selected?: string;
  onSelect?(name: string): void;
}

/** Tabs according to the ARIA practices: arrow keys move, and only the open tab is in the tab order. */
export function Tabs({ label, tabs, selected, onSelect }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [own, setOwn] = useState(selected ?? tabs[0]?.name);
  const current = Math.max(
    0,
    tabs.findIndex(({ name }) => name === (onSelect ? selected : own)),
  );
  const select = (index: number) => {
    const { name } = tabs[index]!;
    setOwn(name);
    onSelect?.(name);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const goal = {
      ArrowRight: (current + 1) % tabs.length,
      ArrowLeft: (current + tabs.length - 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }[event.key];
    if (goal === undefined) return;
    event.preventDefault();
    select(goal);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[goal]?.focus();
  };
  return (
    <div class="tabs">
      <div role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map(({ name }, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-controls={`${id}-panel`}
            aria-selected={index === current}
            tabIndex={index === current ? 0 : -1}
            onClick={() => select(index)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${current}`}>
        {tabs[current]?.content}
      </div>
    </div>
  );
}
