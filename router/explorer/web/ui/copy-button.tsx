import { useEffect, useState } from "preact/hooks";

/** Copies a text and reports success, or that the browser refused. */
export function CopyButton({ text, label = "Copy" }: { text: string; label?: string }) {
  const [said, setSaid] = useState<string | null>(null);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => setSaid(null), 2_000);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid("Copied"),
      () => setSaid("Copy failed"),
    );
  return (
    <>
      <button type="button" class="small-button" onClick={() => void copy()}>
        {said ?? label}
      </button>
      <span class="visually-hidden" role="status">
        {said ?? ""}
      </span>
    </>
  );
}
