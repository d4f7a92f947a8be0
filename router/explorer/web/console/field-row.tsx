import { isRequiredArgument, type GraphQLField } from "graphql";

interface FieldRowProps {
  field: GraphQLField<unknown, unknown>;
  onAdd(): void;
  /** Shows the fields of its type; null for a field without fields. */
  onOpen: (() => void) | null;
}

/** A field in the docs pane: what it is, its arguments, and buttons that add it and show its fields. */
export function FieldRow({ field, onAdd, onOpen }: FieldRowProps) {
  const { name, description, args, type, deprecationReason } = field;
  return (
    <li>
      <div class="docs-field">
        <button type="button" class="docs-add" aria-label={`Add ${name}`} onClick={onAdd}>
          <span aria-hidden="true">+</span>
        </button>
        <span class="docs-name">
          {onOpen ? (
            <button type="button" class="link-button" aria-label={`Fields of ${name}`} onClick={onOpen}>
              {name}
            </button>
          ) : (
            <code>{name}</code>
          )}{" "}
          <code class="muted">{String(type)}</code>
          {deprecationReason && <span class="missing"> deprecated</span>}
        </span>
      </div>
      {description && <p class="docs-text">{description}</p>}
      {args.length > 0 && (
        <details>
          <summary>
            {args.length} {args.length === 1 ? "argument" : "arguments"}
          </summary>
          <ul>
            {args.map((arg) => (
              <li key={arg.name}>
                <code>
                  {arg.name}: {String(arg.type)}
                </code>{" "}
                {isRequiredArgument(arg) && <span class="required">required</span>} {arg.description}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}
