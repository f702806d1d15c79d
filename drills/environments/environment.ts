/** A different environment, such as another Node.js version, that this machine simulates. */
export interface Environment {
  readonly name: string;
  readonly folderName?: string;
  /** Who can create the environment. The default is any user. */
  readonly onlyFor?: 'root on Linux' | 'root on Debian';
  /**
   * @param folder a copy of the repository without node_modules
   * @param scratch a folder for all other files
   */
  readonly make?: (folder: string, scratch: string) => Conditions | Promise<Conditions>;
  readonly steps: readonly Step[];
}

export interface Conditions {
  readonly within?: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
}

export interface Step {
  readonly name: string;
  readonly command: readonly [program: string, ...args: string[]];
  /** If set, the output must match this pattern, and the exit code is ignored. */
  readonly says?: RegExp;
}
