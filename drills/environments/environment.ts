/** Another environment, such as a Node.js version, simulated on this machine as well as possible. */
export interface Environment {
  readonly name: string;
  readonly folderName?: string;
  /** Default: everyone can create it. */
  readonly onlyFor?: 'root on Linux' | 'root on Debian';
  /**
   * @param folder a copy of the repository, without its node_modules
   * @param scratch a folder for everything else
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
  /** The output must match this, and the step may then fail. */
  readonly says?: RegExp;
}
