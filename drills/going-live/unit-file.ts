export interface Unit {
  readonly type: string;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Files with more variables, which override these. */
  readonly environmentFiles: readonly string[];
  /** Paths of secrets, by the names under which the program reads them. */
  readonly credentials: ReadonlyMap<string, string>;
  readonly runtimeDirectories: readonly string[];
  /** Undefined for `DynamicUser`. */
  readonly user: string | undefined;
}

/** Values for `%i` and `%d`. */
export interface Specifiers {
  readonly instance: string;
  readonly credentials: string;
}

/** Reads lines of `NAME=value`. Skips comments and empty lines. */
export const readAssignments = (content: string): readonly (readonly [name: string, value: string])[] =>
  content
    .split('\n')
    .filter((line) => /^\w+=/.test(line))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);

/** Reads a unit file (systemd.exec(5)). @throws Error for an unknown specifier */
export const readUnit = (content: string, { instance, credentials }: Specifiers): Unit => {
  const specifiers: Readonly<Record<string, string>> = {
    i: instance,
    d: credentials,
    t: '/run',
    '%': '%',
  };
  const expand = (text: string): string =>
    text.replaceAll(/%(.)/g, (whole, letter: string) => {
      const value = specifiers[letter];
      if (value === undefined) throw new Error(`${whole} is not known`);
      return value;
    });
  const settings = readAssignments(content);
  const all = (name: string): readonly string[] =>
    settings.filter(([one]) => one === name).map(([, value]) => expand(value));
  const [command = ''] = all('ExecStart');
  return {
    type: all('Type').at(-1) ?? 'simple',
    command: command.split(' '),
    environment: Object.fromEntries(all('Environment').flatMap(readAssignments)),
    environmentFiles: all('EnvironmentFile'),
    credentials: new Map(
      all('LoadCredential').map((value) => {
        const [name = '', path = ''] = value.split(':');
        return [name, path] as const;
      }),
    ),
    runtimeDirectories: all('RuntimeDirectory'),
    user: all('DynamicUser').at(-1) === 'yes' ? undefined : (all('User').at(-1) ?? 'root'),
  };
};
