import { expect, test } from 'vitest';
import { addUser, goodPassword, startPool } from './harness.ts';
import { authorizationQuery, HostedBrowser, locationOf, redirectUri } from './hosted-client.ts';

const email = 'anna@example.com';
const credentials = { email, password: goodPassword };

const openBrowser = async () => {
  const running = await startPool();
  await addUser(running);
  return { running, browser: new HostedBrowser(running) };
};

test('the sign-in page sends a code and the state to the app', async () => {
  const { browser } = await openBrowser();
  const query = authorizationQuery();
  const page = await browser.authorize(query);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toMatch(/^text\/html/);
  expect(await page.text()).toContain('<form method="post">');

  const answer = await browser.submit(query, credentials);
  expect(answer.status).toBe(303);
  const location = locationOf(answer);
  expect(location.origin + location.pathname).toBe(redirectUri);
  expect([...location.searchParams]).toEqual([
    ['code', expect.stringMatching(/^[\w-]{43}$/)],
    ['state', 'state 1&2'],
  ]);
});

const mistakes: [title: string, fields: Record<string, string>, problem: string][] = [
  ['a wrong password', { email, password: 'Wrong-pass1!' }, 'Incorrect username or password.'],
  [
    'an unknown email',
    { email: 'ben@example.com', password: goodPassword },
    'Incorrect username or password.',
  ],
  ['no password', { email, password: '' }, 'Enter your email and password.'],
];

test.each(mistakes)('%s: a message, and the form again', async (_, fields, problem) => {
  const { browser } = await openBrowser();
  const answer = await browser.submit(authorizationQuery(), fields);
  expect(answer.status).toBe(400);
  expect(browser.cookie).toBe('');
  const page = await answer.text();
  expect(page).toContain(`<p role="alert">${problem}</p>`);
  expect(page).not.toContain('Wrong-pass1!');
  expect(page).toContain(`value="${fields['email'] ?? ''}"`);
});

test.each([
  ['another client', { client_id: 'another' }],
  ['no client', { client_id: undefined }],
  ['no address', { redirect_uri: undefined }],
  ['another origin', { redirect_uri: 'https://evil.example/login' }],
  ['a user in front of another host', { redirect_uri: 'http://localhost:5173@evil.example/' }],
  ['a fragment', { redirect_uri: `${redirectUri}#x` }],
  ['a script', { redirect_uri: 'javascript:alert(1)' }],
])('%s: a page, and no redirect', async (_, changes) => {
  const { browser } = await openBrowser();
  for (const answer of [
    await browser.authorize(authorizationQuery(changes)),
    await browser.submit(authorizationQuery(changes), credentials),
  ]) {
    expect(answer.status).toBe(400);
    expect(answer.headers.get('location')).toBeNull();
    expect(await answer.text()).toContain('<h1>Sign-in not possible</h1>');
  }
});

test('the pages run no script, are framed by nobody, and are kept nowhere', async () => {
  const { browser } = await openBrowser();
  const query = authorizationQuery();
  for (const answer of [
    await browser.authorize(query),
    await browser.submit(query, { email, password: 'x' }),
    await browser.submit(query, credentials),
    await browser.open('/logout'),
    await browser.open('/confirmUser'),
    await browser.open('/hosted-ui.css'),
  ]) {
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; img-src data:; form-action 'self' http://localhost:5173 http://127.0.0.1:5173; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await answer.text()).not.toMatch(/<script|<style|\sstyle=|\son\w+=/);
  }
});
