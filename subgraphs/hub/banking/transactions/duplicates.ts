/** An account as a login shows it before it is connected. */
export interface IncomingAccount {
  name: string;
  mask: string | null;
  subtype: string | null;
  persistentId: string | null;
}

/** An account that is connected. */
export interface KnownAccount extends IncomingAccount {
  accountId: string;
  connectionId: string;
}

/** What a login has in common with the connections of the same owner at the same bank. */
export interface DuplicateMatch {
  /** The connection that shows most of the accounts; null when none shows any. */
  connectionId: string | null;
  matched: KnownAccount[];
  /** Accounts of the login that this connection does not show. */
  fresh: IncomingAccount[];
}

/**
 * Compares accounts by the bank's stable id, if both have one; otherwise by last digits, subtype and name, ignoring
 * case. `known` are accounts of one owner at one bank. A known account matches once.
 */
export function matchDuplicate(
  incoming: readonly IncomingAccount[],
  known: readonly KnownAccount[],
): DuplicateMatch {
  const connections = [...new Set(known.map(({ connectionId }) => connectionId))];
  const candidates = connections.map((connectionId) =>
    matchWith(
      connectionId,
      incoming,
      known.filter((account) => account.connectionId === connectionId),
    ),
  );
  const best = candidates.reduce<DuplicateMatch | null>(
    (most, one) => (one.matched.length > (most?.matched.length ?? 0) ? one : most),
    null,
  );
  return best ?? { connectionId: null, matched: [], fresh: [...incoming] };
}

function matchWith(
  connectionId: string,
  incoming: readonly IncomingAccount[],
  known: readonly KnownAccount[],
): DuplicateMatch {
  const left = [...known];
  const [matched, fresh]: [KnownAccount[], IncomingAccount[]] = [[], []];
  for (const account of incoming) {
    const index = left.findIndex((candidate) => isSame(account, candidate));
    if (index < 0) fresh.push(account);
    else matched.push(...left.splice(index, 1));
  }
  return { connectionId, matched, fresh };
}

export function isSame(one: IncomingAccount, other: IncomingAccount): boolean {
  if (one.persistentId !== null && other.persistentId !== null)
    return one.persistentId === other.persistentId;
  return (
    one.mask === other.mask &&
    one.subtype === other.subtype &&
    one.name.trim().toLowerCase() === other.name.trim().toLowerCase()
  );
}
