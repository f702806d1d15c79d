/**
 * Makes users one after the other, and prints the email of each once the pool said that it is made: a process for a
 * test to kill. Argument: the data directory.
 */
import { createUserPool } from '#server/sandbox/user-pool/index.ts';

const [, , dataDir = ''] = process.argv;
const { admin } = await createUserPool({ dataDir, origin: 'http://localhost' });
for (let count = 0; ; count += 1) {
  const email = `user${count}@example.com`;
  await admin.createConfirmedUser({ email, password: 'Good-pass1!' });
  process.stdout.write(`${email}\n`);
}
