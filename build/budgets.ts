import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import budgets from './budgets.json' with { type: 'json' };

/** A built file's name without its folder and hash. */
export const stableName = (file: string): string =>
  file.replace(/^.*\//, '').replace(/-[\w-]{8}(\.\w+)$/, '$1');

/**
 * The checks that size-limit runs on a built site: of each file, and of what each page loads before its first use.
 * Limits are in bytes as sent.
 *
 * @throws Error that names the files without a budget, and the budgets without a file
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
    path: checked.map((file) => {
      const path = join(site, 'assets', file);
      return existsSync(`${path}.br`) ? `${path}.br` : path;
    }),
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
