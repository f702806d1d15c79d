import { expect, test } from 'vitest';
import { clientId, email, errorOf, goodPassword, type RunningPool, signUp, startPool } from './harness.ts';
import { signIn } from './srp-client.ts';

const startWithLinks = (): Promise<RunningPool> => startPool({ settings: { verification: 'link' } });

const mailed = ({ pool }: RunningPool) => {
  const [item] = pool.admin.mail(email);
  if (item?.link === undefined) throw new Error('No link was sent');
  return { ...item, link: item.link };
};

const open = async (link: string) => {
  const answer = await fetch(link);
  return { status: answer.status, page: await answer.text() };
};

const confirmed = { status: 200, page: expect.stringContaining('Your registration has been confirmed!') };
const refused = (text: string) => ({ status: 400, page: expect.stringContaining(`<p>${text}</p>`) });

test('the mail of a sign-up carries a link that confirms, and names no email', async () => {
  const running = await startWithLinks();
  const { UserSub } = (await signUp(running)).body;
  const { code, link } = mailed(running);
  expect(mailed(running)).toEqual({
    to: email,
    kind: 'sign-up',
    medium: 'EMAIL',
    code: expect.stringMatching(/^\d{6}$/),
    link: `${running.origin}/confirmUser?client_id=${clientId}&user_name=${UserSub}&confirmation_code=${code}`,
    sentAt: expect.any(String),
  });

  expect(errorOf(await signIn(running, email, goodPassword)).name).toBe('UserNotConfirmedException');
  expect(await open(link)).toEqual(confirmed);
  expect((await signIn(running, email, goodPassword)).status).toBe(200);
  expect(await open(link)).toEqual(refused('User cannot be confirmed. Current status is CONFIRMED'));
});

test('a link that is too old, or of another client, confirms nobody', async () => {
  const running = await startWithLinks();
  await signUp(running);
  const { link } = mailed(running);
  expect(await open(link.replace(clientId, 'another'))).toEqual(
    refused('User pool client another does not exist.'),
  );
  expect((await open(link.replace('confirmation_code', 'code'))).status).toBe(400);
  running.advance(24 * 3600);
  expect(await open(link)).toEqual(refused('Invalid code provided, please request a code again.'));
});

test('what is wrong in a link is shown as text', async () => {
  const running = await startWithLinks();
  const query = new URLSearchParams({ client_id: '<b>', user_name: 'x', confirmation_code: '1' });
  const { status, page } = await open(`${running.origin}/confirmUser?${query}`);
  expect(status).toBe(400);
  expect(page).not.toContain('<b>');
});
