import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import * as v from 'valibot';
import { parseSync } from 'vite';

/** One import of a file of the project. */
export interface Import {
  /** The importing file, relative to the project, with `/`. */
  readonly from: string;
  /** What is imported: a path relative to the project, or the name of a package, `node:` ones included. */
  readonly to: string;
  readonly isPackage: boolean;
  /** Whether nothing of it is left at run time. */
  readonly isTypeOnly: boolean;
}

const manifestSchema = v.object({ imports: v.record(v.string(), v.string()) });
const { imports: subpaths } = v.parse(manifestSchema, JSON.parse(readFileSync('package.json', 'utf8')));

/** Every import in the TypeScript files below these folders, dynamic ones and re-exports included. */
export const importsBelow = (...folders: string[]): Import[] =>
  folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/\bnode_modules\b/.test(file))
    .flatMap((file) => importsOf(file.replaceAll('\\', '/'), readFileSync(file, 'utf8')));

/**
 * Every import of one file.
 *
 * @throws Error for a file that does not parse, or a dynamic import of something else than a plain string
 */
export const importsOf = (file: string, source: string): Import[] => {
  const { module, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join('; ')}`);

  const requests = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      specifier: moduleRequest.value,
      isTypeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? [{ specifier: moduleRequest.value, isTypeOnly: isType }] : [],
      ),
    ),
    ...module.dynamicImports
      .map(({ moduleRequest: { start, end } }) => plainString(file, source.slice(start, end)))
      .filter((specifier) => specifier !== undefined)
      .map((specifier) => ({ specifier, isTypeOnly: false })),
  ];
  return requests.map(({ specifier, isTypeOnly }) => ({
    from: file,
    isTypeOnly,
    ...target(file, specifier),
  }));
};

/** Only tests and drills may compute what they import. */
const plainString = (file: string, literal: string): string | undefined => {
  const text = /^(['"`])([^'"`$\\]*)\1$/.exec(literal)?.[2];
  if (text === undefined && !/^(?:tests|drills)\//.test(file))
    throw new Error(`${file} imports ${literal}, which can't be followed`);
  return text;
};

const target = (file: string, specifier: string): Pick<Import, 'to' | 'isPackage'> => {
  const [path = ''] = specifier.split('?', 1);
  if (path.startsWith('.')) return { to: posix.join(dirname(file), path), isPackage: false };
  for (const [pattern, place] of Object.entries(subpaths)) {
    const prefix = pattern.replace('*', '');
    if (pattern.endsWith('*') ? !path.startsWith(prefix) : path !== pattern) continue;
    return { to: posix.normalize(place.replace('*', path.slice(prefix.length))), isPackage: false };
  }
  const [scopeOrName = '', name = ''] = path.split('/');
  return { to: scopeOrName.startsWith('@') ? `${scopeOrName}/${name}` : scopeOrName, isPackage: true };
};
