export const newId = (): string => crypto.randomUUID();

/**
 * Returns an id for a spend of the credits that a hold didn't cover: the hold's id as a UUID of version 8. The id is
 * always the same, so the spend happens only once.
 */
export const spendIdFor = (holdId: string): string => holdId.replace(/^(.{14})./, '$18');
