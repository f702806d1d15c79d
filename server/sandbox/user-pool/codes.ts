import { randomInt } from 'node:crypto';
import * as v from 'valibot';
import { equalSecrets } from '../secrets.ts';
import { codeExpired, codeMismatch } from './errors.ts';

/** What a code proves: that the email address belongs to who signs up, or to who resets a password. */
export const codeKindSchema = v.picklist(['sign-up', 'reset']);
export type CodeKind = v.InferOutput<typeof codeKindSchema>;

/** `issuedAt` in ms since the epoch. */
export const issuedCodeSchema = v.object({ code: v.string(), issuedAt: v.number() });
export type IssuedCode = Readonly<v.InferOutput<typeof issuedCodeSchema>>;

/** Makes a code of six random digits. */
export const issueCode = (now: number): IssuedCode => ({
  code: randomInt(1_000_000).toString().padStart(6, '0'),
  issuedAt: now,
});

/**
 * Throws ExpiredCodeException when there is no code to compare with or it is older than its life, and
 * CodeMismatchException when the one given is another. Compares in constant time.
 */
export const assertCodeMatches = (
  issued: IssuedCode | undefined,
  given: string,
  lifeSeconds: number,
  now: number,
): void => {
  if (issued === undefined || now >= issued.issuedAt + lifeSeconds * 1000) throw codeExpired();
  if (!equalSecrets(given, issued.code)) throw codeMismatch();
};
