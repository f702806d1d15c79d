import type { Addresses } from '#tests/browser/sandbox/addresses.ts';
import { ledgerModel } from '#tests/models/machines/ledger.ts';
import type { GateRules } from './hands.ts';
import { isLedgerCausable, ledgerExemptions, ledgerGestures, ledgerStarts } from './ledger.gestures.ts';
import { ledgerSightings } from './ledger.sightings.ts';
import { type Manual, manualOf } from './manual.ts';

/** Every machine that is walked through its screens. */
export const manuals: readonly Manual[] = [
  manualOf({
    model: ledgerModel,
    starts: ledgerStarts,
    gestures: ledgerGestures,
    sightings: ledgerSightings,
    exempt: ledgerExemptions,
    isCausable: isLedgerCausable,
  }),
];

const historyPath = '/api/transactions/history';

/** What each gate holds. The download reads in larger pages than the ledger. */
export const gateRules = ({ store }: Addresses): GateRules => ({
  'page of the ledger': ({ origin, pathname, searchParams }) =>
    origin === store && pathname === historyPath && searchParams.get('limit') !== '100',
  'page of the download': ({ origin, pathname, searchParams }) =>
    origin === store && pathname === historyPath && searchParams.get('limit') === '100',
});
