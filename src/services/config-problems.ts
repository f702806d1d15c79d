import * as v from 'valibot';
import {
  isHost,
  isLanguageTag,
  isOneLine,
  isPrivate,
  isSupport,
  isWebAddress,
  longestUserPoolId,
  storageKinds,
  userPoolIdPattern,
  verifications,
} from './config-rules.ts';

const text = v.pipe(v.string('must be a text'), v.trim(), v.nonEmpty('must not be empty'));

const webAddress = v.pipe(
  text,
  v.check(isWebAddress, 'must be an http(s) address'),
  v.check((value) => !isWebAddress(value) || isPrivate(value), 'must be an https address'),
);

const oneOf = <const Options extends readonly string[]>(options: Options) =>
  v.picklist(options, `must be one of ${options.join(', ')}`);

/**
 * What /config.json may say. Fields without a default are required. The stamp reads the same schema, so that what gets into
 * pages and headers is what the app accepts.
 */
export const configSchema = v.object(
  {
    /** What the credits are called, as in 'Your {product}'. */
    productName: v.optional(v.pipe(text, v.check(isOneLine, 'must be one line of text')), 'Credits'),
    /** The language of the page, for browsers and screen readers. */
    language: v.exactOptional(
      v.pipe(text, v.check(isLanguageTag, 'must be a language tag like en or en-GB')),
    ),
    apiBaseUrl: webAddress,
    cognito: v.object(
      {
        /** `<region>_<name>`, as Cognito gives it. */
        userPoolId: v.pipe(
          text,
          v.regex(userPoolIdPattern, 'must look like us-east-1_AbCdEf'),
          v.maxLength(longestUserPoolId, `must have at most ${longestUserPoolId} characters`),
        ),
        clientId: text,
        /** Where the pool is reached when it is not Amazon's own address for its region. */
        endpoint: v.exactOptional(webAddress),
        /** The pool's own domain, where it has hosted sign-in pages. */
        hostedUiDomain: v.exactOptional(
          v.pipe(text, v.check(isHost, 'must be a host like auth.example.com')),
        ),
        /** Whether the pool verifies an email by a code, or by a link in the mail. */
        verification: v.exactOptional(oneOf(verifications)),
      },
      'must be an object',
    ),
    gateway: v.object({ scriptUrl: webAddress, tokenizationKey: text }, 'must be an object'),
    /** Where this device keeps the session. */
    storage: v.optional(oneOf(storageKinds), 'local'),
    /** Whether the store API takes an Idempotency-Key with a payment. */
    idempotencyKey: v.optional(v.boolean('must be true or false'), false),
    /** Who takes the page's reports of errors, web vitals and what its policy refused; absent: nobody. */
    reportUrl: v.exactOptional(webAddress),
    /** Receives the browsers' own reports of what the policy refused. Only the headers name it. */
    cspReportUrl: v.exactOptional(webAddress),
    /** Where customers get help; absent: the pages name no place. */
    support: v.exactOptional(
      v.pipe(text, v.check(isSupport, 'must be an email address or an https address')),
    ),
    /** Who sells, as receipts name it; absent: the product's own brand. */
    seller: v.exactOptional(v.pipe(text, v.check(isOneLine, 'must be one line of text'))),
    /** Whether billing addresses may be in US territories or of the military. */
    usTerritories: v.exactOptional(v.boolean('must be true or false')),
    /** Whether `?inspect` opens the Stately inspector. */
    inspect: v.exactOptional(v.boolean('must be true or false')),
    /** Whether /machines shows the machines at work. */
    machinesPanel: v.exactOptional(v.boolean('must be true or false')),
  },
  'must be an object',
);

export type AppConfig = Readonly<v.InferOutput<typeof configSchema>>;

/** A sentence part for a wrong or missing field. */
export const describeIssue = (issue: v.BaseIssue<unknown>): string => {
  const field = v.getDotPath(issue);
  const problem = issue.input === undefined ? 'is missing' : issue.message;
  return field === null ? problem : `${field}: ${problem}`;
};

/** What is wrong with a configuration: one sentence part for each wrong or missing field. */
export const problemsOf = (content: unknown): readonly string[] =>
  v.safeParse(configSchema, content).issues?.map(describeIssue) ?? [];
