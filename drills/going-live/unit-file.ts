/** What of a systemd unit says how its program is started. */
export interface Unit {
  readonly type: string;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Paths of files with more of it, which come after it. */
  readonly environmentFiles: readonly string[];
  /** The paths of secrets, by the names that the program finds them under. */
  readonly credentials: ReadonlyMap<string, string>;
  /** The names of folders in /run that are the program's own. */
  readonly runtimeDirectories: readonly string[];
  /** Undefined: one that exists as long as the process does (`DynamicUser`). */
  readonly user: string | undefined;
}

/** What stands for the rest of a name after its `@`, and for the folder of the credentials. */
export interface Specifiers {
  readonly instance: string;
  readonly credentials: string;
}

/** Lines of `NAME=value`, comments and empty ones left out. */
export const readAssignments = (content: string): readonly (readonly [name: string, value: string])[] =>
  content
    .split('\n')
    .filter((line) => /^\w+=/.test(line))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);

/** Reads a unit file, as systemd.exec(5) has it. @throws Error for a specifier that is not known here */
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
