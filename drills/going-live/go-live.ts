/** `main.ts` runs this in new namespaces: `go-live.ts SUITE SCRATCH DOMAIN`. */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { createDisposableStack } from '#local-services/disposable-stack.ts';
import { certificateIn } from '../shared/certificate.ts';
import { type Customer, openCustomer } from './customer.ts';
import { makeDebian, nameThisMachine, type Suite, suites } from './debian.ts';
import { missingLines, readGuide, type Step } from './document.ts';
import { type HostedServices, startHostedServices } from './hosted-services.ts';
import { createRepository } from './repository.ts';
import { createSteps } from './steps.ts';
import { playSystemd } from './systemctl.ts';

/** A PEM file of the authority that certified the shop. */
const { NODE_EXTRA_CA_CERTS: authority = '' } = process.env;
const valuesFile = '/root/going-live';

const { step, seconds } = createSteps();
const [wanted, scratch = '', domain = ''] = process.argv.slice(2);
const suite: Suite = suites.find((known) => known === wanted) ?? suites[0];
const guide = readGuide(await readFile('docs/deploy.md', 'utf8'));
const disposables = createDisposableStack();

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const actsOf = (
  customer: Customer,
  services: HostedServices,
  nextVersion: () => Promise<void>,
): Readonly<Record<string, () => Promise<void>>> => ({
  async 'the first purchase'() {
    await customer.buyFirst();
    expect(services.charges()).toEqual([1000]);
    await expect.poll(services.events, { timeout: 60_000 }).toEqual({ taken: 1, others: 0 });
  },
  'a new version is published': nextVersion,
  async 'a purchase in a page that was open all the time, and a look at the new one'() {
    await customer.buyAgain();
    await customer.reload();
    expect(services.charges()).toEqual([1000, 1000]);
  },
});

try {
  const hosts = [domain];
  await nameThisMachine(scratch, hosts);
  const certificates = certificateIn(scratch);
  const debian = await step(`Debian (${suite}), with nothing installed`, () =>
    makeDebian(suite, scratch, { trusted: authority, hosts }),
  );
  const afterDebian = seconds();

  const services = await startHostedServices(scratch, `https://${domain}`);
  disposables.defer(() => services.close());
  const repository = await createRepository(join(debian.root, 'repository'));
  const live = join(debian.root, 'etc', 'letsencrypt', 'live', domain);
  await mkdir(live, { recursive: true });
  await cp(certificates.certificate, join(live, 'fullchain.pem'));
  await cp(certificates.key, join(live, 'privkey.pem'));
  const systemd = await playSystemd(debian);
  disposables.defer(systemd.end);
  const customer = await openCustomer(domain, services.mailedCode);
  disposables.defer(() => customer.close());
  const acts = actsOf(customer, services, repository.publish);

  const values: Readonly<Record<string, string>> = {
    ...services.values,
    DOMAIN: domain,
    SOURCE: 'file:///repository',
    PRODUCT_NAME: 'Credits',
  };
  expect([...guide.values].sort(), 'the values that the guide asks for').toEqual(Object.keys(values).sort());
  await writeFile(
    join(debian.root, valuesFile),
    guide.values.map((name) => `${name}=${quote(values[name] ?? '')}\n`).join(''),
    { mode: 0o600 },
  );

  const take = async (taken: Step): Promise<void> => {
    if (taken.kind === 'act') {
      const act = acts[taken.name];
      if (act === undefined) throw new Error(`The guide has an unknown step: ${taken.name}`);
      return act();
    }
    const output = await debian.run(`. ${valuesFile}\n${taken.script}`, { online: taken.downloads });
    if (taken.downloads) await systemd.startInstalled();
    expect(missingLines(taken.prints, output), `what the guide says is printed, of:\n${output}`).toEqual([]);
    if (taken.prints.length > 0) console.log(output.trimEnd().replaceAll(/^/gm, '        '));
  };
  for (const taken of guide.steps) await step(taken.name, () => take(taken));

  console.log(
    `${seconds() - afterDebian} s from an empty Debian to the end, ${seconds()} s with making that.`,
  );
} finally {
  await disposables.disposeAsync();
}
