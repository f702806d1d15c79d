/**
 * Returns the id of the spend that charges what a hold didn't: the hold's id as a UUID of version 8. Because it's always the same,
 * that spend happens once.
 */
export const spendIdFor = (holdId: string): string => holdId.replace(/^(.{14})./, '$18');
