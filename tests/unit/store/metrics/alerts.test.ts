import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createExposition } from '#server/store/metrics/prometheus.ts';
import { readStoreState } from '#server/store/metrics/store-state.ts';

const rulesSchema = v.object({
  groups: v.array(
    v.object({
      rules: v.array(
        v.strictObject({
          alert: v.string(),
          expr: v.string(),
          for: v.optional(v.string()),
          labels: v.object({ severity: v.picklist(['page', 'ticket']) }),
          annotations: v.strictObject({ summary: v.string(), runbook: v.string() }),
        }),
      ),
    }),
  ),
});

const dashboardSchema = v.object({
  panels: v.array(v.object({ targets: v.optional(v.array(v.object({ expr: v.string() }))) })),
});

const ownMetric = 'up';
const operators = new Set(['and', 'or', 'unless']);

const selectorsOf = (expression: string) => {
  const plain = expression
    .replaceAll(/\b(by|without|on|ignoring) *\([^)]*\)/g, '')
    .replaceAll(/\[[$\w]+\]/g, '');
  return [...plain.matchAll(/([a-zA-Z_:][\w:]*)(\{[^}]*\})?(?![\w:{]| *\()/g)]
    .map(([, name = '', matchers = '']) => ({
      name,
      matchers: [...matchers.matchAll(/(\w+)(=~?|!~|!=)"([^"]*)"/g)].flatMap(
        ([, label = '', operator = '', values = '']) =>
          operator.startsWith('!') ? [`${label}="`] : values.split('|').map((value) => `${label}="${value}"`),
      ),
    }))
    .filter(({ name }) => !operators.has(name));
};

const rules = v
  .parse(rulesSchema, parse(await readFile('deploy/alerts.yml', 'utf8')))
  .groups.flatMap((group) => group.rules);

/** Lines of the exported metrics after one request. */
const { meter, render } = createExposition();
meter.jobRan('recovery', false);
meter.requestAnswered({ method: 'GET', route: '/api/products', status: 200, seconds: 0.1 });
const state = await readStoreState({ query: async () => [] });
const connections = { total: 0, idle: 0, waiting: 0, max: 10 };
const samples = (await render({ state, isReady: true, connections })).split('\n');

it('no metric has a label that Prometheus sets itself, and would rename', () => {
  expect(samples).not.toContainEqual(expect.stringMatching(/[{,](job|instance)="/));
});

it('each panel of the dashboard uses only metrics that the store exports', async () => {
  const { panels } = v.parse(dashboardSchema, JSON.parse(await readFile('deploy/grafana.json', 'utf8')));
  const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  expect(expressions.length).toBeGreaterThan(20);
  for (const { name } of expressions.flatMap(selectorsOf))
    expect(samples).toContainEqual(expect.stringMatching(`^# TYPE ${name.replace(/_(bucket|count)$/, '')} `));
});

describe.each(rules)('the alert $alert', ({ expr, annotations }) => {
  it('uses only metrics, labels and values that the store exports', () => {
    const selectors = selectorsOf(expr);
    expect(selectors).not.toEqual([]);
    for (const { name, matchers } of selectors) {
      if (name === ownMetric) continue;
      const ofName = samples.filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
      expect(ofName, name).not.toEqual([]);
      for (const matcher of matchers.filter((text) => !/^(job|instance)=/.test(text)))
        expect(ofName, name).toContainEqual(expect.stringContaining(matcher));
    }
  });

  it('links to a section of docs/runbook.md', async () => {
    const [file = '', anchor] = annotations.runbook.split('#');
    expect(file).toBe('docs/runbook.md');
    const headings = [...(await readFile(file, 'utf8')).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading.toLowerCase().replaceAll(' ', '-'),
    );
    expect(headings).toContain(anchor);
  });
});

it('docs/monitoring.md explains exactly the metrics that the store exports', async () => {
  const document = await readFile('docs/monitoring.md', 'utf8');
  const explained = [...document.matchAll(/^\| `(coffer_\w+)/gm)].map(([, name]) => name);
  const exported = samples.flatMap((line) => /^# TYPE (coffer_\w+)/.exec(line)?.[1] ?? []);
  expect(explained.toSorted()).toEqual(exported.toSorted());
});
