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
  readonly make: (folder: string, scratch: string) => Conditions | Promise<Conditions>;
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

const part = (name: string, ...args: string[]): Step => ({
  name: [name, ...args].join(' '),
  command: ['npm', 'run', `test:${name}`, '--', ...args],
});

export const unit = part('unit');
/** The models against the actor, without a browser. */
export const models: Step = { name: 'models', command: ['npx', 'vitest', 'run', '--project', 'models'] };
export const install: Step = { name: 'npm ci', command: ['npm', 'ci', '--no-audit', '--no-fund'] };
export const start: Step = { name: 'npm start', command: ['npx', 'tsx', 'drills/environments/try-start.ts'] };
/** `npm test` without browsers, plus the suites for processes and properties. */
export const withoutBrowser: readonly Step[] = [
  ...['types', 'lint', 'dead-code', 'unit', 'processes', 'properties'].map((name) => part(name)),
  models,
];
export const browser = (...files: string[]): Step => part('browser', ...files);
export const faults = (...files: string[]): Step => part('faults', ...files);
