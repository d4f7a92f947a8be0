/** A decoded form: `a[b][0][c]=v` as `{a: {b: [{c: "v"}]}}`. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };
export type FormTree = { [name: string]: FormValue };

/** Names of a path: `a[b][0]` is a, b, 0; `a[]` is a and the next free place. */
function pathOf(key: string): string[] {
  const [head, ...rest] = key.split("[");
  return [head!, ...rest.map((part) => part.replace(/\]$/, ""))];
}

/** Builds the tree of a form or a query whose names are paths. Lists are recognized by their numbers and `[]`. */
export function decodeForm(flat: Readonly<Record<string, unknown>>): FormTree {
  const root = emptyBranch();
  for (const [key, value] of Object.entries(flat)) {
    for (const one of Array.isArray(value) ? value : [value]) setAt(root, pathOf(key), String(one));
  }
  return listsOf(root) as FormTree;
}

type Branch = Map<string, Branch | string>;

function emptyBranch(): Branch {
  return new Map();
}

function setAt(root: Branch, path: readonly string[], value: string): void {
  let branch = root;
  for (const [index, part] of path.entries()) {
    const name = part === "" ? String(branch.size) : part;
    if (index === path.length - 1) return void branch.set(name, value);
    const next = branch.get(name);
    const child = next instanceof Map ? next : emptyBranch();
    branch.set(name, child);
    branch = child;
  }
}

/** A branch whose names are 0, 1, 2, … is a list. */
function listsOf(branch: Branch): FormValue {
  const values = [...branch].map(([name, value]): [string, FormValue] => [
    name,
    value instanceof Map ? listsOf(value) : value,
  ]);
  const isList = values.length > 0 && values.every(([name], index) => name === String(index));
  if (isList) return values.map(([, value]) => value);
  // Without a prototype, so that no name in a request means more than its value.
  return Object.assign(Object.create(null) as FormTree, Object.fromEntries(values));
}
