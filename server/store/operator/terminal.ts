/** Where a command is typed and answered. */
export interface Terminal {
  print(text: string): void;
  complain(text: string): void;
  /** The next line that is typed; empty at the end of the input. */
  readLine(): Promise<string>;
}
