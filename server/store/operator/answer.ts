/** What a command came to. */
export interface Answer {
  /** For people, in lines of at most 80 characters wherever what they show allows it. */
  readonly text: string;
  /** The same for programs (`--json`). docs/operator.md names its fields. */
  readonly json: unknown;
  /** 1 where what was asked for was not granted, or differences were found. */
  readonly exitCode?: 0 | 1;
}

/** A command that is not granted. The message is one line for whoever typed it; nothing was done. */
export class Refused extends Error {
  override readonly name = 'Refused';
}
