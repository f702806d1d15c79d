import { build } from 'vite';
import { oldestBrowsers } from '../baseline.ts';

/**
 * Builds a classic script, because modules would run only after the page is parsed.
 *
 * @throws {Error} if the code would close its own `<script>` element
 */
export const buildInlineScript = async (entry: string): Promise<string> => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: oldestBrowsers,
      lib: { entry, formats: ['iife'], name: 'script' },
      rolldownOptions: { treeshake: { propertyReadSideEffects: false } },
    },
  });
  const outputs = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
  const chunk = outputs.find((output) => output.type === 'chunk');
  if (chunk === undefined) throw new Error(`The build of ${entry} has no output`);
  const code = chunk.code.trim();
  if (/<\/script|<!--/i.test(code))
    throw new Error(`${entry} contains "</script" or "<!--", so it can’t be inlined`);
  return code;
};
