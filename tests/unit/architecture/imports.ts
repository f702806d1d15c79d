import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import * as v from 'valibot';
import { parseSync } from 'vite';

export interface Import {
  readonly from: string;
  /** A path relative to the repository root, or the name of a package or `node:` module. */
  readonly to: string;
  readonly isPackage: boolean;
  readonly isTypeOnly: boolean;
}

const manifestSchema = v.object({ imports: v.record(v.string(), v.string()) });
const { imports: subpaths } = v.parse(manifestSchema, JSON.parse(readFileSync('package.json', 'utf8')));

/** Returns the imports of all modules in the folders, including dynamic imports and re-exports. */
export const importsBelow = (...folders: string[]): Import[] =>
  folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/\bnode_modules\b/.test(file))
    .flatMap((file) => importsOf(file.replaceAll('\\', '/'), readFileSync(file, 'utf8')));

/** Returns a module's imports. @throws {Error} if it doesn't parse or a dynamic import isn't a plain string. */
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

/** Returns a literal import path; undefined for computed paths, which only tests and drills can have. */
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
