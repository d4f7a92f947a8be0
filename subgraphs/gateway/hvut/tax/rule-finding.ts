/** A broken rule: its name, the path of what breaks it, and what to do. */
export interface RuleFinding {
  rule: string;
  path: string;
  message: string;
}
