import { createSignal } from "../state/signal.ts";
import type { Identity } from "./identity.ts";
import { send } from "./send.ts";

/** An account that the identity can act for. */
export interface ActingAccount {
  id: string;
  kind: "personal" | "organization";
  name: string;
  role: string | null;
}

/** What the platform knows of the person behind an identity. */
interface PersonFacts {
  userId: string;
  isAdmin: boolean;
  accounts: readonly ActingAccount[];
  /** The organization that the person chose last, in any browser. */
  lastChosenId: string | null;
}

/** Header that names the account of a request. An empty one means the personal account. */
const accountHeader = "x-account-id";
/** Headers of a request that is about the person, whatever account is selected. */
export const asPerson = { [accountHeader]: "" } as const;

const storageKey = "explorer.accounts";

/** Accounts of the selected identity; empty for keys and while they are loaded. */
export const accounts = createSignal<readonly ActingAccount[]>([]);
/** The selected organization. Null for the personal account. */
export const account = createSignal<string | null>(null);
/** True while the selected identity has the admin role. */
export const isAdministrator = createSignal(false);

let current: { identity: Identity; userId: string | null } | null = null;

/**
 * Loads the accounts of an identity, and selects the one that its person chose last. Demo identities are shared by visitors:
 * what is chosen for them is remembered in this browser alone.
 */
export async function followIdentity(identity: Identity): Promise<void> {
  if (current?.identity === identity) return;
  current = { identity, userId: null };
  accounts.set([]);
  account.set(null);
  isAdministrator.set(identity.isKnown && identity.kind === "user" && identity.isAdmin);
  if (identity.kind !== "user" || identity.credential === null) return;
  const chosen = chosenBy(identity.id);
  if (identity.isDemo && chosen !== null) account.set(chosen);
  const person = await readPerson(identity).catch(() => null);
  if (current.identity !== identity) return;
  if (person === null) return account.set(null);
  current.userId = person.userId;
  isAdministrator.set(person.isAdmin);
  accounts.set(person.accounts);
  const last = identity.isDemo ? (chosen ?? chosenBy(person.userId)) : person.lastChosenId;
  account.set(person.accounts.some(({ id, kind }) => id === last && kind === "organization") ? last : null);
}

/** Reads the accounts of the selected identity again, after one was created or left. */
export async function reloadAccounts(): Promise<void> {
  if (!current) return;
  const { identity } = current;
  const person = await readPerson(identity).catch(() => null);
  if (person === null || current.identity !== identity) return;
  accounts.set(person.accounts);
  if (!person.accounts.some(({ id }) => id === account.value)) account.set(null);
}

/** Selects an account for all further requests of this page, and remembers it. */
export function actFor(id: string): void {
  const found = accounts.value.find((one) => one.id === id);
  if (!found || !current) return;
  const selected = found.kind === "organization" ? found.id : null;
  account.set(selected);
  const { identity } = current;
  if (identity.isDemo) remember(identity.id, selected);
  else void storeChoice(identity, id);
}

/**
 * Chooses the account of a demo identity, which may be selected afterwards. Null for its personal account. The choice is
 * remembered as if it was made by hand.
 */
export function chooseAccount(identityId: string, id: string | null): void {
  remember(identityId, id);
  if (current?.identity.id === identityId) account.set(id);
}

/** The header that names the selected account, for requests of the selected identity. */
export function accountHeaders(identity: Identity): Record<string, string> {
  if (account.value === null || current?.identity !== identity) return {};
  return { [accountHeader]: account.value };
}

/** Remembers the choice at the server. Without it the choice lasts as long as the page. */
async function storeChoice(identity: Identity, id: string): Promise<void> {
  const path = `/accounts/${encodeURIComponent(id)}/choose`;
  const choice = { door: "rest", title: path, method: "POST", path, body: {}, headers: asPerson } as const;
  await send({ ...choice, isQuiet: true }, identity).catch(() => null);
}

async function readPerson(identity: Identity): Promise<PersonFacts | null> {
  const read = (path: string) =>
    send(
      { door: "rest", title: path, method: "GET", path, headers: asPerson, isQuiet: true, isPageRead: true },
      identity,
    );
  const [profile, list] = await Promise.all([read("/auth/me"), read("/accounts")]);
  const { user } = profile.body as { user?: { id: string; roles: string[] } };
  const { accounts: found, lastChosenId } = list.body as {
    accounts?: ActingAccount[];
    lastChosenId?: string | null;
  };
  if (!user) return null;
  const isAdmin = user.roles.includes("admin");
  return { userId: user.id, isAdmin, accounts: found ?? [], lastChosenId: lastChosenId ?? null };
}

function chosenBy(person: string): string | null {
  return stored().get(person) ?? null;
}

function remember(person: string | null, id: string | null): void {
  if (person === null) return;
  const all = stored();
  if (id === null) all.delete(person);
  else all.set(person, id);
  try {
    localStorage.setItem(storageKey, JSON.stringify([...all]));
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

/** Chosen organizations by person. Names of accounts and no credentials. */
function stored(): Map<string, string> {
  try {
    return new Map(JSON.parse(localStorage.getItem(storageKey) ?? "[]") as [string, string][]);
  } catch {
    return new Map();
  }
}
