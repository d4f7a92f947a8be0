/** A sentence whose words between back-ticks are code. */
export function InlineCode({ text }: { text: string }) {
  return (
    <>{text.split("`").map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>
  );
}
