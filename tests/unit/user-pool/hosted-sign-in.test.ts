import { expect, test } from 'vitest';
import { addUser, clientId, goodPassword, startPool } from './harness.ts';
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

test('who is signed in at the page is not asked again, for an hour', async () => {
  const { running, browser } = await openBrowser();
  const signedIn = await browser.submit(authorizationQuery(), credentials);
  expect(signedIn.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^coffer-hosted-session=[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
  const again = await browser.authorize(authorizationQuery());
  expect(again.status).toBe(303);
  expect(locationOf(again).searchParams.get('code')).not.toBe(locationOf(signedIn).searchParams.get('code'));

  await running.pool.admin.setUserEnabled(email, false);
  expect((await browser.authorize(authorizationQuery())).status).toBe(200);
  await running.pool.admin.setUserEnabled(email, true);
  running.advance(3600);
  expect((await browser.authorize(authorizationQuery())).status).toBe(200);
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
  ['unconfirmed', 'User is not confirmed.'],
  ['disabled', 'User is disabled.'],
])('an %s user: a message, for who knows the password', async (state, problem) => {
  const { running, browser } = await openBrowser();
  if (state === 'disabled') await running.pool.admin.setUserEnabled(email, false);
  else {
    await running.call('SignUp', {
      ClientId: clientId,
      Username: 'ben@example.com',
      Password: goodPassword,
      UserAttributes: [],
    });
  }
  const who = state === 'disabled' ? email : 'ben@example.com';
  const right = await browser.submit(authorizationQuery(), { email: who, password: goodPassword });
  expect(await right.text()).toContain(problem);
  const wrong = await browser.submit(authorizationQuery(), { email: who, password: 'Wrong-pass1!' });
  expect(await wrong.text()).toContain('Incorrect username or password.');
});

test('wrong passwords lock the user out here as at the API', { timeout: 30_000 }, async () => {
  const { running, browser } = await openBrowser();
  const wrong = { email, password: 'Wrong-pass1!' };
  for (let count = 0; count < 5; count += 1) await browser.submit(authorizationQuery(), wrong);
  const locked = await browser.submit(authorizationQuery(), credentials);
  expect(await locked.text()).toContain('Password attempts exceeded');
  running.advance(1);
  expect((await browser.submit(authorizationQuery(), credentials)).status).toBe(303);
});

test('what was typed comes back as text', async () => {
  const { browser } = await openBrowser();
  const typed = '"><script>alert(1)</script>';
  const page = await (await browser.submit(authorizationQuery(), { email: typed, password: 'x' })).text();
  expect(page).not.toContain('<script');
  expect(page).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
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

test('an address that browsers read in another way is sent as it was checked', async () => {
  const { browser } = await openBrowser();
  const query = authorizationQuery({ redirect_uri: 'http://localhost:5173\\@evil.example/' });
  const answer = await browser.submit(query, credentials);
  expect(answer.headers.get('location')).toMatch(/^http:\/\/localhost:5173\/@evil\.example\/\?code=/);
});

test.each([
  [{ response_type: 'token' }, 'unsupported_response_type'],
  [{ code_challenge: undefined }, 'invalid_request'],
  [{ code_challenge_method: 'plain' }, 'invalid_request'],
  [{ scope: 'openid admin' }, 'invalid_scope'],
])('%o is refused to the app: %s', async (changes, error) => {
  const { browser } = await openBrowser();
  const answer = await browser.authorize(authorizationQuery(changes));
  expect(answer.status).toBe(303);
  const location = locationOf(answer);
  expect(location.origin + location.pathname).toBe(redirectUri);
  expect(Object.fromEntries(location.searchParams)).toEqual({ error, state: 'state 1&2' });
});

test.each([
  [{}, 403],
  [{ origin: 'http://localhost:5173' }, 403],
  [{ origin: 'http://localhost:5173', 'sec-fetch-site': 'same-site' }, 403],
  [{ 'sec-fetch-site': 'same-origin' }, 303],
])('a form that comes with %o answers %i', async (headers, status) => {
  const { browser } = await openBrowser();
  const answer = await browser.submit(authorizationQuery(), credentials, headers);
  expect(answer.status).toBe(status);
  expect(answer.headers.getSetCookie()).toHaveLength(status === 303 ? 1 : 0);
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
      "default-src 'none'; style-src 'self'; font-src 'self'; img-src data:; form-action 'self' http://localhost:5173 http://127.0.0.1:5173; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await answer.text()).not.toMatch(/<script|<style|\sstyle=|\son\w+=/);
  }
});
