import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Import, importsBelow } from './imports.ts';

const everyImport = importsBelow(
  ...'contract machines src server local packages gallery build examples'.split(' '),
);
const everyImportOfTests = importsBelow('tests', 'drills');

const vendors = new Set(['amazon-cognito-identity-js', 'ky', 'react-toastify', 'web-vitals']);

const composingFeature = 'dashboard';

const featureOf = (path: string): string | undefined =>
  /^src\/features\/(?!shared\/)([^/]+)\//.exec(path)?.[1];

const packageNames = new Set(readdirSync('packages').filter((name) => !name.includes('.')));
const packageOf = (path: string): string => path.split('/').slice(0, 2).join('/');
const testsOfPackages = /^packages\/[^/]+\/test\//;
const findsChromium = /^tests\/browser\/chromium[./]/;
const clientOfStore = 'packages/coffer-client';
const publicEntries = new Set([
  'packages/coffer-client/src/index.ts',
  'packages/local-cognito/src/index.ts',
  'packages/local-nmi/src/index.ts',
  'packages/local-nmi/src/browser/field.css',
]);
const isWithin = (path: string, ...folders: string[]): boolean =>
  folders.some((folder) => path.startsWith(`${folder}/`));

const configRules = new Set(['src/services/config.ts', 'src/services/config-checks.ts']);

interface Arrow {
  readonly rule: string;
  readonly concerns: (imported: Import) => boolean;
  readonly allows: (imported: Import) => boolean;
  /** Whether the rule also applies to tests and drills. */
  readonly bindsTests?: boolean;
}

/** Creates a rule that modules in the `from` folders import our modules only from the `to` folders. */
const only = (rule: string, from: readonly string[], to: readonly string[]): Arrow => ({
  rule,
  concerns: (imported) => !imported.isPackage && isWithin(imported.from, ...from),
  allows: (imported) => isWithin(imported.to, ...to),
});

const arrows: readonly Arrow[] = [
  {
    rule: 'the contract imports only valibot and itself',
    concerns: ({ from }) => isWithin(from, 'contract'),
    allows: ({ to, isPackage }) => (isPackage ? to === 'valibot' : isWithin(to, 'contract')),
  },
  {
    rule: 'machines import only xstate, each other and the contract’s types',
    concerns: ({ from }) => isWithin(from, 'machines'),
    allows: ({ to, isPackage, isTypeOnly }) =>
      isPackage ? to === 'xstate' : isWithin(to, 'machines') || (isWithin(to, 'contract') && isTypeOnly),
  },
  only('the domain imports only the contract and itself', ['src/domain'], ['src/domain', 'contract']),
  {
    rule: 'texts import only texts, the domain, the contract and the machines’ types',
    concerns: ({ from }) => isWithin(from, 'src/texts'),
    allows: ({ to, isPackage, isTypeOnly }) =>
      !isPackage &&
      (isWithin(to, 'src/texts', 'src/domain', 'contract') || (isWithin(to, 'machines') && isTypeOnly)),
  },
  {
    rule: 'the design system imports only itself, texts, digits and src/chunks, which imports only itself',
    concerns: ({ from, isPackage }) => isWithin(from, 'src/ui', 'src/chunks') && !isPackage,
    allows: ({ from, to }) =>
      isWithin(to, 'src/chunks') ||
      (isWithin(from, 'src/ui') && (isWithin(to, 'src/ui', 'src/texts') || to === 'src/domain/digits.ts')),
  },
  only(
    'features import only features, the contract, the design system, the domain, texts, machines and src/chunks',
    ['src/features'],
    ['contract', 'src/ui', 'src/domain', 'src/texts', 'machines', 'src/features', 'src/chunks'],
  ),
  {
    rule: 'only the dashboard feature imports other features',
    concerns: ({ from, to }) => featureOf(to) !== undefined && isWithin(from, 'src/features'),
    allows: ({ from, to }) => featureOf(from) === featureOf(to) || featureOf(from) === composingFeature,
  },
  {
    rule: 'features import only selectors and types from machines',
    concerns: ({ from, to }) => isWithin(from, 'src/features') && isWithin(to, 'machines'),
    allows: ({ to, isTypeOnly }) => isTypeOnly || to.endsWith('.selectors.ts'),
  },
  only(
    'the devtools import only the machines, the design system and texts',
    ['src/devtools'],
    ['src/devtools', 'machines', 'src/ui', 'src/texts'],
  ),
  {
    rule: 'only the composition root, routes, the build and the gallery import the devtools',
    concerns: ({ to }) => isWithin(to, 'src/devtools'),
    allows: ({ from }) =>
      from === 'src/main.tsx' || isWithin(from, 'src/devtools', 'src/app', 'src/routes', 'build', 'gallery'),
  },
  {
    rule: 'services import no screens or routes, and only styles from the design system',
    concerns: ({ from, isPackage }) => isWithin(from, 'src/services') && !isPackage,
    allows: ({ to }) =>
      isWithin(to, 'contract', 'src/chunks', 'src/services', 'src/domain', 'src/texts', 'machines') ||
      (isWithin(to, 'src/ui') && to.endsWith('.css.ts')),
  },
  {
    rule: 'only services import vendor packages',
    concerns: ({ from, to }) => isWithin(from, 'src') && vendors.has(to),
    allows: ({ from }) => isWithin(from, 'src/services'),
  },
  {
    rule: 'only the composition root, inline scripts, prerendering and tools import services',
    concerns: ({ to }) => isWithin(to, 'src/services'),
    allows: ({ from, to }) =>
      from === 'src/main.tsx' ||
      isWithin(from, 'src/app', 'src/inline', 'src/prerender', 'src/services', 'gallery') ||
      (isWithin(from, 'build') && configRules.has(to)),
  },
  {
    rule: 'inline scripts import only endpoints, services, domain rules, themes and types',
    concerns: ({ from, isPackage }) => isWithin(from, 'src/inline') && !isPackage,
    allows: ({ to, isTypeOnly }) =>
      isTypeOnly ||
      isWithin(to, 'src/inline', 'src/services', 'src/domain', 'src/ui/theme') ||
      /^(contract\/endpoints|src\/features\/shared\/prerendered|src\/app\/ledger\/ledger-address)\.ts$/.test(
        to,
      ),
  },
  only(
    'the app does not import the server, the tests or the build',
    ['src'],
    ['src', 'contract', 'machines'],
  ),
  {
    rule: 'the gallery imports the app, but only toasts from services and the card field’s styles from packages',
    concerns: ({ from, isPackage }) => isWithin(from, 'gallery') && !isPackage,
    allows: ({ to }) =>
      isWithin(to, 'contract', 'gallery', 'machines', 'src/app', 'src/devtools', 'src/features') ||
      isWithin(to, 'src/ui', 'src/domain', 'src/texts', 'src/services/toasts') ||
      to === 'packages/local-nmi/src/browser/field.css',
  },
  only('the server imports only itself and the contract', ['server'], ['server', 'contract']),
  {
    rule: 'packages import only themselves and shared helpers, and the client also imports the merchant endpoints',
    concerns: ({ from }) => isWithin(from, 'packages'),
    allows: ({ from, to, isPackage }) =>
      isPackage
        ? to === 'local-services' || !packageNames.has(to)
        : isWithin(to, packageOf(from), 'packages/local-services/test') ||
          (testsOfPackages.test(from) && findsChromium.test(to)) ||
          (isWithin(from, clientOfStore) && to === 'contract/merchant/endpoints.ts') ||
          (isWithin(from, `${clientOfStore}/test`) && isWithin(to, 'tests/unit/store/support')),
  },
  {
    rule: 'the product imports no local package',
    concerns: ({ from }) => isWithin(from, 'src', 'machines', 'server', 'contract', 'build'),
    allows: ({ to }) => !isWithin(to, 'packages') && !packageNames.has(to),
  },
  {
    rule: 'code outside the packages imports them only through their public entries',
    bindsTests: true,
    concerns: ({ from, to }) => isWithin(to, 'packages') && !isWithin(from, 'packages'),
    allows: ({ to }) =>
      publicEntries.has(to) ||
      isWithin(to, 'packages/local-services/src') ||
      /^packages\/local-services\/test\/(serving|soft-authenticator)\.ts$/.test(to),
  },
  {
    rule: 'examples import only the client',
    concerns: ({ from, isPackage }) => isWithin(from, 'examples') && !isPackage,
    allows: ({ from, to }) => isWithin(to, from.split('/').slice(0, 2).join('/'), clientOfStore),
  },
  {
    rule: 'local services import only the packages, the store, the contract and the build',
    concerns: ({ from, isPackage }) => isWithin(from, 'local') && !isPackage,
    allows: ({ to }) =>
      isWithin(to, 'local', 'packages', 'server/store', 'contract', 'build') || to === 'vite.config.ts',
  },
  {
    rule: 'only tracing modules import OpenTelemetry, so that a store without tracing does not load it',
    concerns: ({ to, isTypeOnly }) =>
      !isTypeOnly && (to.startsWith('@opentelemetry/') || to === 'server/store/tracing/open-telemetry.ts'),
    allows: ({ from, isPackage }) =>
      isPackage
        ? /^server\/store\/tracing\/(open-telemetry|exporter)\.ts$/.test(from)
        : from === 'server/store/service.ts',
  },
  {
    rule: 'the build imports only the contract, the devtools, configuration checks and types for prerendering',
    concerns: ({ from, isPackage }) => isWithin(from, 'build') && !isPackage,
    allows: ({ to, isTypeOnly }) =>
      isWithin(to, 'build', 'contract', 'src/devtools') ||
      configRules.has(to) ||
      (isTypeOnly && isWithin(to, 'src/prerender')),
  },
];

for (const { rule, concerns, allows, bindsTests } of arrows) {
  test(rule, () => {
    const imports = bindsTests ? [...everyImport, ...everyImportOfTests] : everyImport;
    const concerned = imports.filter(concerns);
    expect(concerned).not.toEqual([]);
    const wrong = concerned.filter((imported) => !allows(imported)).map(({ from, to }) => `${from} → ${to}`);
    expect([...new Set(wrong)]).toEqual([]);
  });
}
