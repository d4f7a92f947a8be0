const lines = [1, 2, 3, 4, 5, 6];

/** Something is being loaded: lines in its place, and a label that is read out. */
export function Spinner({ label }: { label: string }) {
  return (
    <div class="spinner" role="status">
      <span class="visually-hidden">{label} …</span>
      {lines.map((line) => (
        <span key={line} aria-hidden="true" />
      ))}
    </div>
  );
}
