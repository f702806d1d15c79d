// Builds the package in the current folder into `dist`: plain JavaScript, types, and the files that its pages load.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { build } from 'vite';

const folder = process.cwd();
const packages = import.meta.dirname;
const dist = join(folder, 'dist');
const { dependencies, main, name } = JSON.parse(await readFile('package.json', 'utf8'));
/** Whether the package has a CommonJS build. Its ESM entry only exports that build, so that each class exists once. */
const isCommonJs = main?.endsWith('.cjs') ?? false;
const extension = isCommonJs ? 'cjs' : 'js';
/** Files in each package's `src` that its pages load. */
const assets = { 'local-cognito': ['hosted-ui.css'], 'local-nmi': ['browser'] };

await cp(join(packages, '../LICENSE'), join(folder, 'LICENSE'));
await rm(dist, { recursive: true, force: true });
await build({
  configFile: false,
  logLevel: 'warn',
  // Bundle everything that isn't a dependency of the package, such as local-services.
  ssr: { noExternal: true, external: Object.keys(dependencies) },
  build: {
    outDir: dist,
    target: 'node20',
    minify: false,
    ssr: true,
    rolldownOptions: {
      input: ['src/index.ts', 'src/cli.ts'].filter((file) => existsSync(file)),
      // Put all files in one folder, because the code finds its pages' files relative to itself.
      output: {
        format: isCommonJs ? 'cjs' : 'es',
        entryFileNames: `[name].${extension}`,
        chunkFileNames: `shared.${extension}`,
      },
    },
  },
});
if (isCommonJs) {
  const names = Object.keys(createRequire(import.meta.url)(join(dist, 'index.cjs')));
  await writeFile(join(dist, 'index.js'), `export { ${names.join(', ')} } from './index.cjs';\n`);
}
for (const asset of assets[name] ?? []) await cp(join('src', asset), join(dist, asset), { recursive: true });

const types = join(folder, 'node_modules', '.cache', 'types');
const project = join(folder, 'node_modules', '.cache', 'tsconfig.json');
await rm(types, { recursive: true, force: true });
await mkdir(types, { recursive: true });
const compilerOptions = {
  noEmit: false,
  declaration: true,
  emitDeclarationOnly: true,
  // The client imports types from the contract.
  rootDir: join(packages, '..'),
  outDir: types,
};
const files = [join(folder, 'src/index.ts')];
await writeFile(
  project,
  JSON.stringify({ extends: join(packages, '../tsconfig.json'), compilerOptions, files, include: [] }),
);
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
execFileSync(process.execPath, [compiler, '--project', project], { stdio: 'inherit' });
await copyTypes(join(types, 'packages', name, 'src'), 'index.d.ts');
if (isCommonJs) await copyTypes(join(types, 'packages', name, 'src'), 'index.d.ts', 'c');

/**
 * Copies a declaration file and the files it imports. `kind` is `c` for CommonJS: `.d.cts` files.
 * @throws if the file imports a file outside the package
 */
async function copyTypes(from, file, kind = '', copied = new Set()) {
  if (copied.has(file)) return;
  copied.add(file);
  const text = await readFile(join(from, file), 'utf8');
  const target = join(dist, file.replace(/ts$/, `${kind}ts`));
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, text.replaceAll(/(['"]\.[^'"]*)\.ts(['"])/g, `$1.${kind}js$2`));
  for (const [, path] of text.matchAll(/(?:from |import\()['"]([^'"]+)['"]/g)) {
    const [dependency] = path.split('/');
    if (path.startsWith('.')) {
      const imported = relative(from, resolve(from, dirname(file), path.replace(/\.ts$/, '.d.ts')));
      if (imported.startsWith('..'))
        throw new Error(`The public types of ${name} need ${imported} (${file})`);
      await copyTypes(from, imported, kind, copied);
    } else if (dependency.startsWith('local-') || dependency.startsWith('#')) {
      throw new Error(`The public types of ${name} need ${path}, which is not part of it (${file})`);
    }
  }
}
