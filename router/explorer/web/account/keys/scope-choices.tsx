import type { ScopeDocs } from "../../../data/panels.types.ts";

interface ScopeChoicesProps {
  scopes: readonly ScopeDocs[];
  chosen: ReadonlySet<string>;
  onChange(chosen: ReadonlySet<string>): void;
}

/** Checkboxes for scopes, each with the routes that it allows. */
export function ScopeChoices({ scopes, chosen, onChange }: ScopeChoicesProps) {
  const toggle = (scope: string, isOn: boolean) => {
    const next = new Set(chosen);
    if (isOn) next.add(scope);
    else next.delete(scope);
    onChange(next);
  };
  const routes = new Set(
    scopes
      .filter(({ scope }) => chosen.has(scope))
      .flatMap(({ unlocks }) => unlocks.map(({ route }) => route)),
  );
  const reading = scopes.filter(({ scope }) => scope.startsWith("read:")).map(({ scope }) => scope);
  return (
    <fieldset>
      <legend>Scopes</legend>
      <p class="buttons">
        <button type="button" class="small-button" onClick={() => onChange(new Set(reading))}>
          All read scopes
        </button>
        <button type="button" class="small-button" onClick={() => onChange(new Set())}>
          None
        </button>
        <span class="muted" role="status">
          {chosen.size} scopes, {routes.size} routes
        </span>
      </p>
      <ul class="choices">
        {scopes.map(({ scope, unlocks }) => (
          <li key={scope}>
            <label>
              <input
                type="checkbox"
                checked={chosen.has(scope)}
                onChange={(event) => toggle(scope, event.currentTarget.checked)}
              />
              <code>{scope}</code>
            </label>
            <details>
              <summary>
                {unlocks.length} {unlocks.length === 1 ? "route" : "routes"}
                <span class="visually-hidden"> of {scope}</span>
              </summary>
              <ul>
                {unlocks.map(({ operation, route }) => (
                  <li key={operation}>
                    <code>{route}</code>
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
