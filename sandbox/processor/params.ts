import { badRequest } from "./processor-error.ts";
import type { FormTree, FormValue } from "./form.ts";

const maxMetadataKeys = 50;

/** Typed readers of a request's parameters; each refuses a wrong value as the processor does, with its name. */
export class Params {
  readonly #tree: FormTree;
  readonly #prefix: string;

  constructor(tree: FormTree, prefix = "") {
    this.#tree = tree;
    this.#prefix = prefix;
  }

  /** The parameter's full name: `items[0][price]`. */
  nameOf(name: string): string {
    return this.#prefix === "" ? name : `${this.#prefix}[${name}]`;
  }

  names(): string[] {
    return Object.keys(this.#tree);
  }

  has(name: string): boolean {
    return this.#tree[name] !== undefined;
  }

  /** Sent as an empty string, which unsets a field. */
  isEmptied(name: string): boolean {
    return this.#tree[name] === "";
  }

  /** Refuses every parameter that is not named here: the processor never ignores one. */
  allow(...names: readonly string[]): void {
    const known = new Set([...names, "expand"]);
    for (const name of Object.keys(this.#tree)) {
      if (known.has(name)) continue;
      const full = this.nameOf(name);
      throw badRequest(`Received unknown parameter: ${full}`, full, "parameter_unknown");
    }
  }

  /** Null when it was omitted or empty. */
  string(name: string): string | null {
    const value = this.#tree[name];
    if (value === undefined || value === "") return null;
    if (typeof value !== "string")
      throw badRequest(`Invalid string: ${this.nameOf(name)}`, this.nameOf(name));
    return value;
  }

  requiredString(name: string): string {
    return this.string(name) ?? this.#missing(name);
  }

  integer(name: string, bounds: { min?: number; max?: number } = {}): number | null {
    const text = this.string(name);
    if (text === null) return null;
    const param = this.nameOf(name);
    if (!/^-?\d{1,15}$/.test(text))
      throw badRequest(`Invalid integer: ${text}`, param, "parameter_invalid_integer");
    const value = Number(text);
    const { min = -Infinity, max = Infinity } = bounds;
    if (value < min) {
      const message = `This value must be greater than or equal to ${min}.`;
      throw badRequest(message, param, "parameter_invalid_integer");
    }
    if (value > max)
      throw badRequest(
        `This value must be less than or equal to ${max}.`,
        param,
        "parameter_invalid_integer",
      );
    return value;
  }

  requiredInteger(name: string, bounds: { min?: number; max?: number } = {}): number {
    return this.integer(name, bounds) ?? this.#missing(name);
  }

  boolean(name: string): boolean | null {
    const text = this.string(name);
    if (text === null) return null;
    if (text !== "true" && text !== "false") throw badRequest(`Invalid boolean: ${text}`, this.nameOf(name));
    return text === "true";
  }

  oneOf<const Choice extends string>(name: string, choices: readonly Choice[]): Choice | null {
    const text = this.string(name);
    if (text === null) return null;
    const choice = choices.find((known) => known === text);
    if (choice !== undefined) return choice;
    throw badRequest(`Invalid ${this.nameOf(name)}: must be one of ${choices.join(", ")}`, this.nameOf(name));
  }

  /** A nested hash; empty when it was omitted. */
  hash(name: string): Params {
    const value = this.#tree[name];
    if (value === undefined || value === "") return new Params({}, this.nameOf(name));
    if (typeof value === "string" || Array.isArray(value))
      throw badRequest(`Invalid object: ${this.nameOf(name)}`, this.nameOf(name));
    return new Params(value, this.nameOf(name));
  }

  /** A list of hashes; empty when it was omitted. */
  hashes(name: string): Params[] {
    return this.#list(name).map((value, index) => {
      const path = `${this.nameOf(name)}[${index}]`;
      if (typeof value === "string" || Array.isArray(value))
        throw badRequest(`Invalid object: ${path}`, path);
      return new Params(value, path);
    });
  }

  strings(name: string): string[] {
    return this.#list(name).map((value, index) => {
      const path = `${this.nameOf(name)}[${index}]`;
      if (typeof value !== "string") throw badRequest(`Invalid string: ${path}`, path);
      return value;
    });
  }

  /** `current` merged with the request's values; an empty value removes its key, an empty hash removes all. */
  metadata(current: Readonly<Record<string, string>> = {}, name = "metadata"): Record<string, string> {
    if (this.isEmptied(name)) return {};
    const merged = { ...current };
    const given = this.hash(name);
    for (const key of given.names()) {
      const value = given.string(key);
      if (value === null) delete merged[key];
      else if (key.length > 40 || value.length > 500) {
        const param = given.nameOf(key);
        throw badRequest("Metadata keys have up to 40 characters, values up to 500.", param);
      } else merged[key] = value;
    }
    if (Object.keys(merged).length > maxMetadataKeys)
      throw badRequest("Metadata has up to 50 keys.", this.nameOf(name));
    return merged;
  }

  #list(name: string): FormValue[] {
    const value = this.#tree[name];
    if (value === undefined || value === "") return [];
    if (Array.isArray(value)) return value;
    throw badRequest(`Invalid array: ${this.nameOf(name)}`, this.nameOf(name));
  }

  #missing(name: string): never {
    const param = this.nameOf(name);
    throw badRequest(`Missing required param: ${param}.`, param, "parameter_missing");
  }
}
