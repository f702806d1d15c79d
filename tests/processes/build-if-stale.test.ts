import { access, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { StartError } from '#local/options.ts';
import { buildIfStale } from '#local/site/build-if-stale.ts';
import { createDisposableStack } from '#local-services/disposable-stack.ts';
import { siteFolder } from '../../build/outputs.ts';
import { makeDirectory } from '../../packages/local-services/test/serving.ts';

const plugin = JSON.stringify(resolve('build', 'sources.ts'));

/** Creates a small app with the same kind of build, to save time. */
const makeApp = async (): Promise<{ root: string; page: string }> => {
  const root = await makeDirectory();
  await mkdir(join(root, 'src'));
  await writeFile(join(root, 'index.html'), '<script type="module" src="/src/main.js"></script>');
  await writeFile(join(root, 'src', 'main.js'), 'document.title = "app";');
  await writeFile(
    join(root, 'vite.config.ts'),
    `import { stampSources } from ${plugin};\n` +
      `export default { plugins: [stampSources()], build: { outDir: '${siteFolder}' } };`,
  );
  await symlink(resolve('node_modules'), join(root, 'node_modules'));
  return { root, page: join(root, siteFolder, 'index.html') };
};

test('the app is built again only after a source file has changed', async () => {
  const { root, page } = await makeApp();
  await build({ root, logLevel: 'error' });
  await rm(page);
  await buildIfStale(root, createDisposableStack());
  await expect(access(page)).rejects.toThrow('ENOENT');

  await writeFile(join(root, 'src', 'routes.gen.ts'), 'made by the build');
  await buildIfStale(root, createDisposableStack());
  await expect(access(page)).rejects.toThrow('ENOENT');

  await writeFile(join(root, 'src', 'added.js'), '');
  await buildIfStale(root, createDisposableStack());
  await access(page);
}, 60_000);

test('a failed build shows its output, and the next start retries the build', async () => {
  const { root, page } = await makeApp();
  await writeFile(join(root, 'src', 'main.js'), 'import "./gone.js";');
  const failing = buildIfStale(root, createDisposableStack());
  await expect(failing).rejects.toThrow(StartError);
  await expect(failing).rejects.toThrow(/could not be built\.[\s\S]*gone\.js/);

  await writeFile(join(root, 'src', 'gone.js'), '');
  await buildIfStale(root, createDisposableStack());
  await access(page);
}, 60_000);
