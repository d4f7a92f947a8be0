/** One command of the command line. Answers the exit code: 0 ok, 1 failure, 2 usage, 3 config. */
export interface Command {
  run(args: readonly string[]): Promise<number>;
}
