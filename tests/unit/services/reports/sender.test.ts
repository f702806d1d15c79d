import { expect, it, vi } from 'vitest';
import type { ReportBody } from '#services/reports/report.ts';
import { createSender, postTo, reportLimits } from '#services/reports/report.ts';

const errorAt = (line: number): ReportBody => ({
  type: 'error',
  how: 'uncaught',
  name: 'TypeError',
  frames: [{ file: '/assets/first-1.js', line, column: 1 }],
});
const vital: ReportBody = {
  type: 'web-vital',
  name: 'CLS',
  value: 0,
  rating: 'good',
  navigation: 'navigate',
};

const startSender = () => {
  const posted: unknown[] = [];
  let route = '/login';
  const post = (report: string) => posted.push(JSON.parse(report));
  const tell = createSender(post, () => route, '1.2.3');
  const goTo = (next: string): void => {
    route = next;
  };
  return { posted, tell, goTo };
};

it('a report contains the version and the route', () => {
  const { posted, tell } = startSender();
  tell(vital);
  expect(posted).toEqual([{ version: '1.2.3', route: '/login', ...vital }]);
});

it('the same error is reported once per route', () => {
  const { posted, tell, goTo } = startSender();
  for (let time = 0; time < 3; time += 1) tell(errorAt(1));
  goTo('/dashboard');
  tell(errorAt(1));
  expect(posted).toMatchObject([{ route: '/login' }, { route: '/dashboard' }]);
});

it('a loop of different errors sends only a few reports, and does not block reports of other types', () => {
  const { posted, tell } = startSender();
  for (let line = 0; line < 1_000; line += 1) tell(errorAt(line));
  expect(posted).toHaveLength(reportLimits.error);
  tell(vital);
  expect(posted).toHaveLength(reportLimits.error + 1);
});

it('a report is sent without credentials, and even if the customer leaves the page', () => {
  const fetch = vi.fn(() => Promise.reject(new TypeError('No connection')));
  vi.stubGlobal('fetch', fetch);
  postTo('https://reports.example/of-pages')('{}');
  expect(fetch).toHaveBeenCalledExactlyOnceWith('https://reports.example/of-pages', {
    method: 'POST',
    body: '{}',
    mode: 'no-cors',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
    priority: 'low',
  });
});
