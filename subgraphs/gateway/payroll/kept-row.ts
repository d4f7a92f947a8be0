/** What every stored row of the payroll app has. */
export interface Kept {
  id: string;
  ownerId: string;
  createdAt: string;
}

/** What rows have that change. */
export interface Changing extends Kept {
  version: number;
  updatedAt: string;
}
