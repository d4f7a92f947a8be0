/** A document that a person keeps in this browser. Neither headers nor credentials are kept with it. */
export interface SavedOperation {
  name: string;
  /** Name of the collection that it belongs to; empty or absent without one. */
  collection?: string;
  document: string;
  variables: string;
  savedAt: string;
}

const databaseName = "explorer";
const storeName = "operations";

/** Every saved operation, by name. */
export function listSaved(): Promise<SavedOperation[]> {
  return inStore("readonly", (store) => store.getAll() as IDBRequest<SavedOperation[]>);
}

/** Keeps an operation; an earlier one of its name is replaced. */
export async function saveOperation(operation: SavedOperation): Promise<void> {
  await inStore("readwrite", (store) => store.put(operation));
}

/** Forgets an operation. */
export async function forgetSaved(name: string): Promise<void> {
  await inStore("readwrite", (store) => store.delete(name) as IDBRequest<unknown>);
}

async function inStore<T>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  try {
    return await settled(ask(database.transaction(storeName, mode).objectStore(storeName)));
  } finally {
    database.close();
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1);
  request.addEventListener("upgradeneeded", () => {
    request.result.createObjectStore(storeName, { keyPath: "name" });
  });
  return settled(request);
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () =>
      reject(request.error ?? new Error("This browser does not allow storage.")),
    );
  });
}
