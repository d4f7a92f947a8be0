import { badRequest, noSuch } from "./processor-error.ts";
import type { ObjectKind, StoredObject, StoredObjects } from "./stored-objects.ts";

/** The state's part of a snapshot. */
export interface StateData {
  objects: StoredObject[];
  tombstones: { id: string }[];
  asides: Record<string, Record<string, unknown>>;
  /** Connected accounts by the ids of their objects. Absent in files of earlier versions. */
  accounts?: Record<string, string>;
}

/** Words of error messages where they are not the object's own. */
const titles: Partial<Record<ObjectKind, string>> = {
  payment_method: "PaymentMethod",
  "checkout.session": "checkout session",
  "billing_portal.session": "billing portal session",
};

/**
 * All objects of the processor, each held once and changed in place. A reference between objects is always an id; a
 * request's `expand[]` is followed when it is answered.
 */
export class ProcessorState {
  readonly #objects = new Map<string, StoredObject>();
  readonly #byKind = new Map<ObjectKind, Map<string, StoredObject>>();
  readonly #tombstones = new Map<string, { id: string }>();
  readonly #asides = new Map<string, Record<string, unknown>>();
  readonly #accounts = new Map<string, string>();
  readonly #onChange: () => void;
  #account: string | null = null;

  /** `onChange` is called after each change; it is how a snapshot learns that it is out of date. */
  constructor(onChange: () => void = () => undefined) {
    this.#onChange = onChange;
  }

  /** The connected account that the work is done as; null for the platform itself. */
  get account(): string | null {
    return this.#account;
  }

  /** Runs synchronous work that sees and makes objects of this account alone: those of others do not exist for it. */
  within<Result>(account: string | null, work: () => Result): Result {
    const outer = this.#account;
    this.#account = account;
    try {
      return work();
    } finally {
      this.#account = outer;
    }
  }

  /** Runs work as the account that the object belongs to: for pages and controls, which name an object alone. */
  withinOwnerOf<Result>(id: string | undefined, work: () => Result): Result {
    return this.within(this.#accounts.get(id ?? "") ?? null, work);
  }

  /** Every account that has objects of its own, and the platform. */
  owners(): (string | null)[] {
    return [null, ...new Set(this.#accounts.values())];
  }

  /** Keeps a new object and gives it back. Throws when its id is taken. */
  add<Stored extends StoredObject>(object: Stored): Stored {
    if (this.#objects.has(object.id)) throw badRequest(`${object.object} already exists.`, "id");
    this.#objects.set(object.id, object);
    if (this.#account !== null) this.#accounts.set(object.id, this.#account);
    this.#shelf(object.object).set(object.id, object);
    this.#onChange();
    return object;
  }

  /** Changes an object in place. */
  change<Stored extends StoredObject>(object: Stored, changes: Partial<Stored>): Stored {
    Object.assign(object, changes);
    this.#onChange();
    return object;
  }

  find<Kind extends ObjectKind>(kind: Kind, id: string | null): StoredObjects[Kind] | null {
    if (id === null || !this.#isVisible(id)) return null;
    return (this.#shelf(kind).get(id) as StoredObjects[Kind] | undefined) ?? null;
  }

  /**
   * The object, or the processor's refusal: 404 for an id in the path (`param` is then `id`), 400 for one in another
   * parameter.
   */
  require<Kind extends ObjectKind>(
    kind: Kind,
    id: string,
    param = "id",
    status: 400 | 404 = param === "id" ? 404 : 400,
  ): StoredObjects[Kind] {
    const found = this.find(kind, id);
    if (found) return found;
    throw noSuch(titles[kind] ?? kind, id, param, status);
  }

  /** Any object by its id, whatever it is. */
  findAny(id: string): StoredObject | { id: string } | null {
    return (this.#isVisible(id) ? this.#objects.get(id) : null) ?? this.#tombstones.get(id) ?? null;
  }

  /** All objects of a kind, newest first, as lists show them. */
  list<Kind extends ObjectKind>(
    kind: Kind,
    isWanted: (object: StoredObjects[Kind]) => boolean = () => true,
  ): StoredObjects[Kind][] {
    const shelf = this.#shelf(kind).values() as Iterable<StoredObjects[Kind]>;
    return [...shelf].filter((object) => this.#isVisible(object.id) && isWanted(object)).reverse();
  }

  /** Removes an object; its tombstone (`{id, object, deleted: true}`) can still be read. */
  bury(object: StoredObject, tombstone: { id: string }): void {
    this.#objects.delete(object.id);
    this.#shelf(object.object).delete(object.id);
    this.#tombstones.set(object.id, tombstone);
    this.#onChange();
  }

  tombstone(id: string): { id: string } | null {
    return this.#tombstones.get(id) ?? null;
  }

  /** The stand-in's internal data of an object, which the processor does not show, as plain JSON data. */
  aside(id: string): Readonly<Record<string, unknown>> {
    return this.#asides.get(id) ?? {};
  }

  setAside(id: string, more: Record<string, unknown>): void {
    this.#asides.set(id, { ...this.#asides.get(id), ...more });
    this.#onChange();
  }

  /** Keeps the newest `count` objects of a kind and drops the others. */
  keepNewest(kind: ObjectKind, count: number): void {
    const shelf = this.#shelf(kind);
    for (const id of shelf.keys()) {
      if (shelf.size <= count) return;
      shelf.delete(id);
      this.#objects.delete(id);
      this.#accounts.delete(id);
    }
  }

  data(): StateData {
    return {
      objects: [...this.#objects.values()],
      tombstones: [...this.#tombstones.values()],
      asides: Object.fromEntries(this.#asides),
      accounts: Object.fromEntries(this.#accounts),
    };
  }

  restore(data: StateData): void {
    for (const object of data.objects) this.add(object);
    for (const [id, account] of Object.entries(data.accounts ?? {})) this.#accounts.set(id, account);
    for (const tombstone of data.tombstones) this.#tombstones.set(tombstone.id, tombstone);
    for (const [id, aside] of Object.entries(data.asides)) this.#asides.set(id, aside);
  }

  #isVisible(id: string): boolean {
    return (this.#accounts.get(id) ?? null) === this.#account;
  }

  #shelf(kind: ObjectKind): Map<string, StoredObject> {
    const shelf = this.#byKind.get(kind) ?? new Map<string, StoredObject>();
    this.#byKind.set(kind, shelf);
    return shelf;
  }
}
