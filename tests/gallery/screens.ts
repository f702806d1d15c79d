/**
 * `npm run screens` updates the pictures in docs/screens that have changed. `npm run screens -- --fonts`
 * compares the pictures with other fonts installed. Playwright receives any further arguments.
 */
import { chdir } from 'node:process';
import { fileURLToPath } from 'node:url';
import { runToEnd } from './fonts/font-sets.ts';
import { passesWithEachFontSet } from './fonts/with-each-set.ts';

chdir(fileURLToPath(new URL('../..', import.meta.url)));

const args = process.argv.slice(2);
const playwrightArgs = args.filter((arg) => arg !== '--fonts');

const redraw = async (): Promise<boolean> => {
  const gallery = ['run', 'test:gallery', '--', 'pictures', '--update-snapshots=changed'];
  return (await runToEnd('npm', [...gallery, ...playwrightArgs], {})) === 0;
};

const isDone = args.includes('--fonts') ? await passesWithEachFontSet(playwrightArgs) : await redraw();
process.exitCode = isDone ? 0 : 1;
