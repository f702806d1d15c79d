/** Follows the guide. `main.ts` runs this program in new namespaces: `go-live.ts SUITE SCRATCH DOMAIN`. */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { createDisposableStack } from '#local-services/disposable-stack.ts';
import { certificateIn } from '../shared/certificate.ts';
import { step } from '../shared/step.ts';
import { openCustomer } from './customer.ts';
import { bootDebian, suites } from './debian.ts';
import { missingLines, readGuide, type Step } from './document.ts';
import { startHostedServices } from './hosted-services.ts';
import { createRepository } from './repository.ts';

/** A PEM file with the authority that signed the shop's certificate. */
const { NODE_EXTRA_CA_CERTS: authority = '' } = process.env;
const valuesFile = '/root/going-live';

const [wanted, scratch = '', domain = ''] = process.argv.slice(2);
const suite = suites.find((known) => known === wanted) ?? suites[0];
const guide = readGuide(await readFile('docs/deploy.md', 'utf8'));
const disposables = createDisposableStack();

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const goLive = async (): Promise<void> => {
  const debian = await step(`Debian (${suite}) boots with nothing installed`, () =>
    bootDebian(disposables, suite, { scratch, trusted: authority, host: domain }),
  );
  const services = await startHostedServices(disposables, scratch, `https://${domain}`);
  const repository = await createRepository(join(debian.root, 'repository'));
  const live = join(debian.root, 'etc', 'letsencrypt', 'live', domain);
  const certificates = certificateIn(scratch);
  await mkdir(live, { recursive: true });
  await cp(certificates.certificate, join(live, 'fullchain.pem'));
  await cp(certificates.key, join(live, 'privkey.pem'));
  const customer = await openCustomer(disposables, domain, services.mailedCode);

  const acts: Readonly<Record<string, () => Promise<void>>> = {
    async 'the first purchase'() {
      await customer.buyFirst();
      expect(services.charges()).toEqual([1000]);
      await expect.poll(services.events, { timeout: 60_000 }).toEqual({ taken: 1, others: 0 });
    },
    'a new version is published': repository.publish,
    async 'a purchase in a page that was open all the time, and a look at the new one'() {
      await customer.buyAgain();
      await customer.reload();
      expect(services.charges()).toEqual([1000, 1000]);
    },
  };
  const values: Readonly<Record<string, string>> = {
    ...services.values,
    DOMAIN: domain,
    SOURCE: 'file:///repository',
    PRODUCT_NAME: 'Credits',
  };
  expect([...guide.values].sort(), 'the values that the guide asks for').toEqual(Object.keys(values).sort());
  const lines = guide.values.map((name) => `${name}=${quote(values[name] ?? '')}\n`);
  await writeFile(join(debian.root, valuesFile), lines, { mode: 0o600 });

  const take = async (taken: Step): Promise<void> => {
    if (taken.kind === 'act') {
      const act = acts[taken.name];
      if (act === undefined) throw new Error(`The guide has an unknown step: ${taken.name}`);
      return act();
    }
    const output = await debian.run(`. ${valuesFile}\n${taken.script}`, { isOnline: taken.downloads });
    if (taken.downloads) await debian.run(usualPort);
    expect(missingLines(taken.prints, output), `what the guide says is printed, of:\n${output}`).toEqual([]);
    if (taken.prints.length > 0) console.log(output.trimEnd().replaceAll(/^/gm, '        '));
  };
  for (const taken of guide.steps) await step(taken.name, () => take(taken));
};

/** Resets PostgreSQL's port, because Debian's installation picks another port if the host uses 5432. */
const usualPort = `
grep -q '^port = 5432' /etc/postgresql/*/main/postgresql.conf || {
  sed -i 's/^port = .*/port = 5432/' /etc/postgresql/*/main/postgresql.conf
  systemctl restart postgresql
}`;

try {
  await step('The guide takes the store live', goLive);
} finally {
  await disposables.disposeAsync();
}
