/** The cause of an error code, and how to fix it. */
export interface ErrorWords {
  cause: string;
  fix: string;
}

export const words = (cause: string, fix: string): ErrorWords => ({ cause, fix });
