/** Something is being loaded; its label is read out. */
export function Spinner({ label }: { label: string }) {
  return (
    <p class="spinner" role="status">
      {label} …
    </p>
  );
}
