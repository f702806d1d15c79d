/** Another environment, such as a version of Node.js or a system, made on this machine as far as that goes. */
export interface Environment {
  readonly name: string;
  /** What the steps run in: made for this environment alone, and removed after it. */
  readonly folderName?: string;
  /** Who can make it; everybody, unless told. */
  readonly onlyFor?: 'root on Linux' | 'root on Debian';
  /**
   * Makes it.
   *
   * @param folder a copy of the repository, without its node_modules
   * @param scratch a folder for whatever else it takes
   */
  readonly make: (folder: string, scratch: string) => Conditions | Promise<Conditions>;
  readonly steps: readonly Step[];
}

/** What is different there. */
export interface Conditions {
  /** The command that runs another one there. */
  readonly within?: readonly string[];
  /** Environment variables. */
  readonly variables?: Readonly<Record<string, string>>;
}

export interface Step {
  readonly name: string;
  readonly command: readonly [program: string, ...args: string[]];
  /** What it has to say, and then it may fail. */
  readonly says?: RegExp;
}

const part = (name: string, ...args: string[]): Step => ({
  name: [name, ...args].join(' '),
  command: ['npm', 'run', `test:${name}`, '--', ...args],
});

export const unit = part('unit');
/** At the actor alone. */
export const models: Step = { name: 'models', command: ['npx', 'vitest', 'run', '--project', 'models'] };
export const install: Step = { name: 'npm ci', command: ['npm', 'ci', '--no-audit', '--no-fund'] };
export const start: Step = { name: 'npm start', command: ['npx', 'tsx', 'drills/environments/try-start.ts'] };
/** Of `npm test` all that takes no browser, and what starts processes, and the properties. */
export const withoutBrowser: readonly Step[] = [
  ...['types', 'lint', 'dead-code', 'unit', 'processes', 'properties'].map((name) => part(name)),
  models,
];
export const browser = (...files: string[]): Step => part('browser', ...files);
export const faults = (...files: string[]): Step => part('faults', ...files);
