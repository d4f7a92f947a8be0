import { useEffect, useState } from "preact/hooks";

const shownMs = 2_000;

/** An ID that a click copies. */
export function IdChip({ id }: { id: string }) {
  const [said, setSaid] = useState<string | null>(null);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => setSaid(null), shownMs);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = () =>
    navigator.clipboard.writeText(id).then(
      () => setSaid("Copied"),
      () => setSaid("Copy failed"),
    );
  return (
    <span class="id-chip-frame">
      <button type="button" class="id-chip" title="Copy" onClick={() => void copy()}>
        <span class="visually-hidden">Copy </span>
        <code>{id}</code>
        <span class="id-chip-said" aria-hidden="true">
          {said ?? ""}
        </span>
      </button>
      <span class="visually-hidden" role="status">
        {said ?? ""}
      </span>
    </span>
  );
}
