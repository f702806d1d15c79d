import * as v from 'valibot';

/** What a code proves: that the email address belongs to who signs up, or to who resets a password. */
export const codeKindSchema = v.picklist(['sign-up', 'reset']);
export type CodeKind = v.InferOutput<typeof codeKindSchema>;

/** `issuedAt` in ms since the epoch. */
export const issuedCodeSchema = v.object({ code: v.string(), issuedAt: v.number() });

/** What a message is about: a code of the kinds above, or one that a sign-in asks for. */
export const messageKindSchema = v.picklist([...codeKindSchema.options, 'sign-in']);
