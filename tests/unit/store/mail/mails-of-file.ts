import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { shareEventSettings } from '#server/store/events/merchant-events.ts';
import { createMailSender } from '#server/store/mail/sender.ts';
import { createRecordingLog } from '../support/logs.ts';
import { storeOfFile } from '../support/store-under-test.ts';
import { mailEnvironment, startScriptedMailServer } from './mail-server.ts';

interface Row {
  id: string;
  kind: string;
  data: unknown;
  outcome: string | null;
}

/** Starts a store that sends mails to a scripted mail server, for all tests of a file. */
export const mailsOfFile = async () => {
  const mailServer = await startScriptedMailServer();
  afterAll(() => mailServer.close());
  const store = await storeOfFile(mailEnvironment(mailServer.url));
  const { database, clock, logged, config } = store;
  await shareEventSettings(database, config);
  const outcomes: string[] = [];
  const startSender = () => {
    const parts = { database, log: createRecordingLog(logged) };
    const meter = { mailSent: (outcome: string) => void outcomes.push(outcome) };
    const lookUp = (orderId: string) => store.recovery.recheck(orderId, 'records');
    const sender = createMailSender(parts, config.mail ?? expect.fail(), meter, lookUp);
    afterAll(() => sender.close(0));
    return sender;
  };
  const { sendDue, idle } = startSender();
  beforeEach(() => {
    mailServer.received.length = 0;
    mailServer.follow(() => 'accept');
    outcomes.length = 0;
  });
  afterEach(() =>
    database.query("update mails set next_attempt_at = null, outcome = 'x' where outcome is null"),
  );
  const receivedBy = (customer: string) =>
    mailServer.received.filter(({ to }) => to === `${customer}@example.com`);
  return {
    store,
    mailServer,
    outcomes,
    startSender,
    receivedBy,
    /** Sends what is due in five seconds, when the mails about transactions are. */
    async work(): Promise<void> {
      await clock.advance(5_000);
      await sendDue();
      await idle();
    },
    /** Returns the customer's only mail. */
    mailTo(customer: string) {
      const [mail, ...others] = receivedBy(customer);
      if (mail === undefined || others.length > 0) expect.fail(`${others.length} more mails`);
      return mail;
    },
    rowsOf: (customer: string) =>
      database.query<Row & Record<string, unknown>>(
        `select mail_id as id, kind, data, outcome from mails where customer_id = $1 order by created_at, kind`,
        [customer],
      ),
  };
};
