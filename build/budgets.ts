import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import budgets from './budgets.json' with { type: 'json' };

/** Returns a built file's name without its folder and hash. */
export const stableName = (file: string): string =>
  file.replace(/^.*\//, '').replace(/-[\w-]{8}(\.\w+)$/, '$1');

/**
 * Returns size-limit's checks for a built site: one for each file, and one for each page's initial load.
 * Limits are in compressed bytes.
 *
 * @throws {Error} if a file has no budget or a budget has no file; the message names each one
 */
export const checksOf = (site: string, { files, firstLoads } = budgets) => {
  const built = readdirSync(join(site, 'assets')).filter((file) => /\.(?:js|css)$/.test(file));
  const missing = new Set(files.map(({ name }) => name));
  const unbudgeted = built.map(stableName).filter((name) => !missing.delete(name));
  const problems = [
    ...unbudgeted.map((name) => `${name} has no budget, or is in the build twice`),
    ...[...missing].map((name) => `${name} has a budget, but is not in the build`),
  ];
  if (problems.length > 0) throw new Error(problems.join('\n'));

  const check = (name: string, limit: number, checked: readonly string[]) => ({
    name,
    limit: `${limit} B`,
    brotli: false,
    path: checked
      .map((file) => join(site, 'assets', file))
      .map((path) => (existsSync(`${path}.br`) ? `${path}.br` : path)),
  });
  const filesOf = ({ name, limit, holds }: (typeof files)[number]) => {
    const checked = built.filter((file) => stableName(file) === name);
    return check(`${name}: ${holds}`, limit, checked);
  };
  const loadsOf = ({ page, js, css }: (typeof firstLoads)[number]) => {
    const html = readFileSync(join(site, `${page}.html`), 'utf8');
    const loaded = built.filter((file) => html.includes(`/assets/${file}"`));
    const ofType = (type: string) => loaded.filter((file) => file.endsWith(type));
    return [
      check(`first load of /${page}, scripts`, js, ofType('.js')),
      check(`first load of /${page}, styles`, css, ofType('.css')),
    ];
  };
  return [...files.map(filesOf), ...firstLoads.flatMap(loadsOf)];
};
