import type { ledgerMachine } from '#machines/ledger.ts';
import type { LedgerAddress } from '#machines/ledger.types.ts';
import { openEmptyPage, writeStorage } from '#tests/browser/kept-session.ts';
import type { Rehearsal } from '#tests/models/rehearse.ts';
import { historyMatch, onlyPage, row } from '../faults/data-answers.ts';
import type { Hands } from './hands.ts';
import { beginWithLedger, type Notes, notesOf } from './ledger.notes.ts';
import type { ManualSpec } from './manual.ts';

type Manual = ManualSpec<typeof ledgerMachine>;
type Snapshot = Parameters<Manual['sightings'][string]>[1];

/** Lets the reading of the page pass that the machine waits for, and no other. */
const passReading = async ({ gate }: Hands, { context: { query } }: Snapshot): Promise<void> => {
  const status = query.filter === 'all' ? null : query.filter;
  await (await gate('page of the ledger')).pass(
    ({ searchParams }) =>
      searchParams.get('page') === String(query.page) && searchParams.get('status') === status,
  );
};

/** Lets the store answer what is being read with this text. */
const answerWith = async (hands: Hands, before: Snapshot, body: string): Promise<void> => {
  const fault = { service: 'store', match: historyMatch, fault: 'malformed' } as const;
  await hands.console.addFault({ ...fault, status: 200, body, times: 1 });
  await passReading(hands, before);
};

const refuseWith =
  (status: number, detail: string) =>
  async (hands: Hands, before: Snapshot): Promise<void> => {
    await hands.refuseNext('store', historyMatch, status, { detail });
    await passReading(hands, before);
  };

/** Goes to an address of this page as the browser's Back and Forward do. */
const visit = async (
  { page }: Hands,
  { filter, page: number, transaction }: LedgerAddress,
): Promise<void> => {
  const search = new URLSearchParams({
    ...(filter === 'completed' ? {} : { status: filter }),
    ...(number === 1 ? {} : { page: String(number) }),
    ...(transaction === null ? {} : { tx: transaction }),
  });
  await page.evaluate((query) => {
    history.pushState({}, '', query === '' ? '/dashboard' : `/dashboard?${query}`);
    dispatchEvent(new PopStateEvent('popstate'));
  }, search.toString());
};

/** Opens the ledger of a customer who is signed in. */
const open = async (hands: Hands, searchFor: (notes: Notes) => string): Promise<void> => {
  const { page, gate } = hands;
  const session = await beginWithLedger(hands);
  await gate('page of the ledger');
  await gate('page of the download');
  await openEmptyPage(page);
  await writeStorage(page, session);
  await page.goto(`/dashboard${searchFor(notesOf(hands))}`);
};

/** An open dialog keeps everything behind it out of reach. */
const isInReach = (before: Snapshot): boolean =>
  !before.matches({ details: 'open' }) || before.context.history === null;

const hasRows = ({ context }: Snapshot): boolean => (context.history?.transactions.length ?? 0) > 0;

export const ledgerStarts: Manual['starts'] = {
  'the ledger is opened': (hands) => open(hands, () => ''),
  'the address of a transaction is opened': (hands) =>
    open(hands, ({ newestTransaction }) => `?tx=${newestTransaction}`),
};

export const ledgerGestures: Manual['gestures'] = {
  'the filter All is chosen': {
    when: isInReach,
    perform: ({ screens: { ledger } }) => ledger.filter('All').click(),
  },
  'page 2 is chosen': {
    when: (before) =>
      isInReach(before) &&
      hasRows(before) &&
      before.context.query.page === 1 &&
      before.can({ type: 'page.chosen', page: 2 }),
    perform: ({ screens: { ledger } }) => ledger.next.click(),
  },
  'a transaction is opened': {
    when: (before) => isInReach(before) && hasRows(before),
    perform: ({ screens: { ledger } }) => ledger.open(0),
  },
  'the transaction is closed': {
    when: (before) => before.context.history !== null,
    perform: ({ page }) => page.keyboard.press('Escape'),
  },
  'the loading is retried': {
    perform: ({ screens: { ledger } }) => ledger.region.getByRole('button', { name: 'Retry' }).click(),
  },
  'a refresh is requested': {
    when: (before) => isInReach(before) && !before.matches({ list: 'loading' }),
    perform: ({ screens: { ledger } }) => ledger.refresh.click(),
  },
  'a purchase has outdated the ledger': {
    when: isInReach,
    async perform(hands) {
      const { dashboard, checkout } = hands.screens;
      await dashboard.buy('$5.00').click();
      await checkout.fill(notesOf(hands).customer);
      await checkout.pay('$5.00').click();
      await dashboard.continue.click();
    },
  },
  'a download is requested': {
    when: isInReach,
    perform: ({ screens: { ledger } }) => ledger.download.click(),
  },
  'the download is cancelled': {
    when: isInReach,
    perform: ({ screens: { ledger } }) => ledger.cancelDownload.click(),
  },
  'a page of the download is read': {
    when: ({ context }) => context.download?.rows === 0,
    perform: async ({ gate }) => (await gate('page of the download')).pass(),
  },
  'the download is complete': {
    async perform({ gate, screens: { ledger } }) {
      const pages = await gate('page of the download');
      await pages.open();
      await ledger.region.getByText(/^Rows saved/).waitFor();
      pages.close();
    },
  },
  'the download fails': {
    async perform({ refuseNext, gate }) {
      await refuseNext('store', historyMatch, 400);
      await (await gate('page of the download')).pass();
    },
  },
  'the address of page 2 is visited': {
    perform: (hands) => visit(hands, { filter: 'completed', page: 2, transaction: null }),
  },
  'the address of a transaction on page 2 is visited': {
    perform: (hands) => visit(hands, { filter: 'completed', page: 2, transaction: 'of-somebody-else' }),
  },
  'the address of a transaction is visited': {
    perform: (hands) => visit(hands, { filter: 'completed', page: 1, transaction: 'of-somebody-else' }),
  },
  'loadHistory answers: three pages': { perform: passReading },
  'loadHistory answers: one page': {
    perform: (hands, before) =>
      answerWith(hands, before, onlyPage([row({ id: notesOf(hands).newestTransaction })])),
  },
  'loadHistory answers: no rows': {
    perform: (hands, before) =>
      answerWith(
        hands,
        before,
        JSON.stringify({ transactions: [], pagination: { total_pages: 0, total_items: 0 } }),
      ),
  },
  'loadHistory answers: nobody by this name': { perform: refuseWith(404, 'Customer not found') },
  'loadHistory fails': { perform: refuseWith(400, 'No.') },
};

export const ledgerExemptions: Manual['exempt'] = {
  'details.open: transaction.opened': 'The open dialog covers the rows; the machine takes it all the same.',
};

/** Whether the store's ledger can play its part: what is read is new, and rows stand where they stand. */
export const isLedgerCausable = (rehearsal: Rehearsal): boolean =>
  isAskedAnew(rehearsal) && isListedAtHome(rehearsal);

const queryOf = ({ context }: Snapshot): string => JSON.stringify(context.query);

/**
 * What was read stays fresh for minutes and is not asked for again, until a refresh or a purchase. A reading that was
 * overtaken by another one is still under way when its page is wanted again.
 */
function isAskedAnew({ beginning, steps }: Rehearsal): boolean {
  const asked = new Set([queryOf(beginning)]);
  return steps.every(({ stimulus, before, after }) => {
    const isOutdated = ['refresh.requested', 'history.outdated'].includes(stimulus.event.type);
    if (isOutdated) asked.clear();
    if (stimulus.words === 'loadHistory fails' || stimulus.words.endsWith('nobody by this name'))
      asked.delete(queryOf(before));
    const begins =
      after.matches({ list: 'loading' }) &&
      (isOutdated || !before.matches({ list: 'loading' }) || queryOf(before) !== queryOf(after));
    if (!begins) return true;
    const isNew = !asked.has(queryOf(after));
    asked.add(queryOf(after));
    return isNew;
  });
}

const firstPage = JSON.stringify({ filter: 'completed', page: 1 });

/** A transaction of one page is on no other. */
function isListedAtHome({ steps }: Rehearsal): boolean {
  let home = firstPage;
  let shown = firstPage;
  return steps.every(({ stimulus: { words }, before }) => {
    if (words === 'a transaction is opened') home = shown;
    const isWhole = words === 'loadHistory answers: three pages';
    if (!isWhole && words !== 'loadHistory answers: one page') return true;
    shown = isWhole ? queryOf(before) : firstPage;
    return before.context.transaction !== listed || shown === home;
  });
}

/** The transaction that the model's ledger lists. */
const listed = 't1';
