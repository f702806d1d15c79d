export interface Scanned {
  readonly headers: ReadonlyMap<string, string>;
  readonly html: string;
}

const isBroad = (source: string): boolean =>
  /^(?:ftp:|https?:|\*|https?:\/\/\*(?:\.\*)?)$/.test(source) || source === 'data:';

const directivesOf = (policy: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name.toLowerCase(), sources];
    }),
  );

const scorePolicy = (policy: string | undefined): number => {
  if (policy === undefined) return -25;
  const directives = directivesOf(policy);
  const fallback = directives.get('default-src') ?? ['*'];
  const of = (name: string) => directives.get(name) ?? fallback;
  const scripts = of('script-src');
  const isHashed = (sources: readonly string[]) =>
    sources.some((source) => /^'(?:sha\d+|nonce)-/.test(source));
  const allowsInline = (sources: readonly string[]) =>
    sources.includes("'unsafe-inline'") && !isHashed(sources);
  const passive = ['img-src', 'media-src'];
  const active = [...directives]
    .filter(([name]) => !passive.includes(name))
    .flatMap(([, sources]) => sources);
  const isInsecure = (source: string) => /^(?:http|ftp):/.test(source);
  if (allowsInline(scripts) || [...scripts, ...of('object-src')].some(isBroad)) return -20;
  if (active.some(isInsecure)) return -20;
  if ([...scripts, ...of('style-src')].includes("'unsafe-eval'")) return -10;
  if (passive.flatMap(of).some(isInsecure)) return -10;
  if (allowsInline(of('style-src')) || of('style-src').some(isBroad)) return 0;
  return fallback.join() === "'none'" ? 10 : 5;
};

const scoreTransport = (value: string | undefined): number => {
  const age = Number(/max-age=(\d+)/.exec(value ?? '')?.[1] ?? -1);
  if (age < 0) return -20;
  return age >= 15_552_000 ? 0 : -10;
};

const scoreFraming = (policy = '', frameOptions = ''): number => {
  const ancestors = directivesOf(policy).get('frame-ancestors');
  if (ancestors !== undefined && !ancestors.some(isBroad)) return 5;
  return /^(?:deny|sameorigin)$/i.test(frameOptions) ? 0 : -20;
};

const privateReferrer = new Set([
  'no-referrer',
  'same-origin',
  'strict-origin',
  'strict-origin-when-cross-origin',
]);

const scoreReferrer = (value: string | undefined): number => {
  if (value === undefined) return 0;
  return privateReferrer.has(value) ? 5 : -5;
};

const scoreResource = (value: string | undefined): number => {
  if (value === undefined || value === 'cross-origin') return 0;
  return value === 'same-origin' || value === 'same-site' ? 10 : -5;
};

const scoreScripts = (html: string): number =>
  [...html.matchAll(/<script[^>]*\ssrc="(?:https?:)?\/\/[^>]*>/g)].some(
    ([tag]) => !tag.includes('integrity='),
  )
    ? -5
    : 0;

/**
 * Scores like Mozilla's HTTP Observatory (@mdn/mdn-http-observatory 1.4.8, src/grader/charts.js).
 * The site must have no cookies and no CORS, and redirect http to https on its own host.
 * 100 or more is an A+. Bonuses count only if no penalty takes the score below 90.
 */
export const observatoryScore = ({ headers, html }: Scanned): number => {
  const byName = new Map([...headers].map(([name, value]) => [name.toLowerCase(), value]));
  const policy = byName.get('content-security-policy');
  const modifiers = [
    scorePolicy(policy),
    scoreTransport(byName.get('strict-transport-security')),
    byName.get('x-content-type-options') === 'nosniff' ? 0 : -5,
    scoreFraming(policy, byName.get('x-frame-options')),
    scoreReferrer(byName.get('referrer-policy')),
    scoreResource(byName.get('cross-origin-resource-policy')),
    scoreScripts(html),
  ];
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  const base = 100 + sum(modifiers.filter((one) => one < 0));
  return base < 90 ? base : base + sum(modifiers.filter((one) => one > 0));
};
