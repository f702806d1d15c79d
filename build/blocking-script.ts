import { createHash } from 'node:crypto';
import { basename, resolve } from 'node:path';
import { build, type Plugin } from 'vite';

/**
 * Builds the script that a page names with `<script vite-ignore src="…">`: not a module, so that it runs before the first
 * paint, and a file of its own, because the content security policy refuses inline scripts. In development it is a
 * module, which runs a moment later.
 *
 * @param source the script as the page names it, from the root of the project
 */
export const blockingScript = (source: `/${string}`): Plugin => {
  let root = '';
  let base = '';
  let fileName = '';
  return {
    name: 'blocking-script',
    configResolved(config) {
      ({ root, base } = config);
    },
    async generateBundle() {
      const code = await bundle(resolve(root, `.${source}`));
      const hash = createHash('sha256').update(code).digest('hex').slice(0, 8);
      fileName = `assets/${basename(source, '.ts')}-${hash}.js`;
      this.emitFile({ type: 'asset', fileName, source: code });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { server }) =>
        html.replace(
          new RegExp(`<script\\s+(vite-ignore )?src="${source}">`),
          server ? `<script type="module" src="${source}">` : `<script src="${base}${fileName}">`,
        ),
    },
  };
};

/** The script with all that it imports. */
const bundle = async (entry: string): Promise<string> => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, target: 'es2022', lib: { entry, formats: ['iife'], name: 'script' } },
  });
  const outputs = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
  const chunk = outputs.find((output) => output.type === 'chunk');
  if (chunk === undefined) throw new Error(`Nothing was built from ${entry}`);
  return chunk.code;
};
