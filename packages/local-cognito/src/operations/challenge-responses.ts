import * as v from 'valibot';
import { attributeValue, newPassword, requiredParameter, username } from '../constraints.ts';
import { invalidParameter } from '../errors.ts';
import type { PasswordProof } from '../srp-challenges.ts';

/** The responses that clients send to challenges. Each challenge checks for those that it needs. */
export const challengeResponses = v.objectWithRest(
  {
    USERNAME: v.nullish(username),
    NEW_PASSWORD: v.nullish(newPassword),
    ...v.entriesFromList(
      [
        'DEVICE_KEY',
        'SRP_A',
        'PASSWORD_CLAIM_SECRET_BLOCK',
        'PASSWORD_CLAIM_SIGNATURE',
        'TIMESTAMP',
        'SOFTWARE_TOKEN_MFA_CODE',
        'SMS_MFA_CODE',
        'EMAIL_OTP_CODE',
        'ANSWER',
      ],
      v.nullish(v.string()),
    ),
  },
  // Attributes, as `userAttributes.<name>`.
  v.nullish(attributeValue),
);
export type ChallengeResponses = v.InferOutput<typeof challengeResponses>;

/** `Tue Sep 5 01:02:03 UTC 2017` */
const timestampPattern = /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d{1,2} \d{2}:\d{2}:\d{2} UTC \d{4}$/;

/** The proof of a password, or of a device's secret. Throws InvalidParameterException when a part of it is missing. */
export const readProof = (
  responses: ChallengeResponses,
): Pick<PasswordProof, 'timestamp' | 'secretBlock' | 'signature'> => {
  const timestamp = requiredParameter('TIMESTAMP', responses.TIMESTAMP);
  if (!timestampPattern.test(timestamp)) {
    throw invalidParameter('TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english.');
  }
  return {
    timestamp,
    secretBlock: requiredParameter('PASSWORD_CLAIM_SECRET_BLOCK', responses.PASSWORD_CLAIM_SECRET_BLOCK),
    signature: requiredParameter('PASSWORD_CLAIM_SIGNATURE', responses.PASSWORD_CLAIM_SIGNATURE),
  };
};
