import type { ComponentChildren } from "preact";
import { choicesKey } from "../../choices-key.ts";
import type { DocsSchema, Meanings } from "../../data/docs.types.ts";
import { propertiesOf, type Property } from "../../schema-tree.ts";
import { InlineCode } from "../ui/inline-code.tsx";

interface PropertyItemProps {
  name: ComponentChildren;
  type: ComponentChildren;
  isRequired?: boolean;
  /** Further facts beside the type. */
  marks?: ComponentChildren;
  description?: string;
  rules?: string;
  values?: readonly string[];
  meanings?: Readonly<Record<string, string>>;
  children?: ComponentChildren;
}

/** One property: name, type and requirement in a line, then its description and constraints. */
export function PropertyItem(props: PropertyItemProps) {
  const {
    name,
    type,
    isRequired,
    marks,
    description = "",
    rules = "",
    values = [],
    meanings,
    children,
  } = props;
  return (
    <li class="property">
      <div class="property-head">
        <span class="property-name">{name}</span>
        <span class="property-type">{type}</span>
        {isRequired && <span class="required">required</span>}
        {marks}
      </div>
      {description !== "" && (
        <p>
          <InlineCode text={description} />
        </p>
      )}
      {rules !== "" && <p class="muted">{rules}</p>}
      {values.length > 0 && <Values values={values} meanings={meanings} />}
      {children}
    </li>
  );
}

function Values({
  values,
  meanings,
}: Required<Pick<PropertyItemProps, "values">> & Pick<PropertyItemProps, "meanings">) {
  if (!meanings) {
    return (
      <p class="property-values">
        <span class="muted">One of</span>{" "}
        {values.map((value) => (
          <code key={value}>{value}</code>
        ))}
      </p>
    );
  }
  return (
    <dl class="property-meanings">
      {values.map((value) => (
        <div key={value}>
          <dt>
            <code>{value}</code>
          </dt>
          <dd>
            <InlineCode text={meanings[value] ?? ""} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface PropertyListProps {
  schema: DocsSchema;
  label: string;
  /** In responses every property is present, so none is marked as required. */
  isAnswer?: boolean;
  /** Meanings of the values of enums. */
  meanings?: Meanings;
}

/** The properties of a JSON Schema. Inner ones unfold below their owner. */
export function PropertyList({ schema, label, isAnswer = false, meanings = {} }: PropertyListProps) {
  const properties = propertiesOf(schema);
  if (properties.length === 0) return <p class="muted">None.</p>;
  return <Properties label={label} {...{ properties, isAnswer, meanings }} depth={0} />;
}

interface PropertiesProps {
  label: string;
  properties: readonly Property[];
  isAnswer: boolean;
  meanings: Meanings;
  depth: number;
}

/** Inner lists up to this length are open from the start. */
const openLength = 8;

function Properties({ label, properties, isAnswer, meanings, depth }: PropertiesProps) {
  return (
    <ul class="properties" aria-label={label}>
      {properties.map(({ name, type, isRequired, description, rules, values, children }) => (
        <PropertyItem
          key={name}
          name={<code>{name}</code>}
          type={type}
          isRequired={isRequired && !isAnswer}
          description={description}
          rules={rules}
          values={values}
          {...meaningsOf(values, meanings)}
        >
          {children.length > 0 && (
            <details open={depth === 0 && children.length <= openLength && !isAnswer}>
              <summary>
                {children.length} {children.length === 1 ? "property" : "properties"}
                <span class="visually-hidden"> of {name}</span>
              </summary>
              <Properties
                label={`Properties of ${name}`}
                properties={children}
                isAnswer={isAnswer}
                meanings={meanings}
                depth={depth + 1}
              />
            </details>
          )}
        </PropertyItem>
      ))}
    </ul>
  );
}

/** Meanings of the values of one property, if they are known. */
function meaningsOf(values: readonly string[], meanings: Meanings): Pick<PropertyItemProps, "meanings"> {
  const key = choicesKey(values);
  return key !== "" && Object.hasOwn(meanings, key) ? { meanings: meanings[key]! } : {};
}
