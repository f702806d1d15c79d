import { beginFade } from '#ui/view-transition.ts';

/** The id of what holds the rows, while there are any. */
export const rowsId = 'ledger-rows';

/** Resolves when rows of the store may take the place of those that stand: at once where none stand. */
export const beginRowsFade = (): Promise<void> => beginFade(document.getElementById(rowsId));
