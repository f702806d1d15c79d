import * as v from 'valibot';
import { configSchema, describeIssue, problemsOf } from '#services/config-problems.ts';
import type { SiteFacts } from '../prerender/renderer.ts';

/** What a deploy's configuration says of its pages. */
interface DeployFacts extends SiteFacts {
  /** A BCP 47 tag. */
  readonly language: string;
}

const factsSchema = v.object(
  {
    ...v.pick(configSchema, ['productName', 'language', 'support']).entries,
    cognito: v.optional(v.partial(v.pick(configSchema.entries.cognito, ['hostedUiDomain'])), {}),
  },
  'must be an object',
);

const parse = (content: string): unknown => {
  let config: unknown;
  try {
    config = JSON.parse(content);
  } catch {
    throw new Error('is not JSON');
  }
  if (Array.isArray(config)) throw new Error('must be an object');
  return config;
};

/**
 * Reads what the pages show of a deploy's configuration.
 *
 * @param content of config.json
 * @throws Error that names what is wrong with it
 */
export const readDeployFacts = (content: string): DeployFacts => {
  const { output, issues, success } = v.safeParse(factsSchema, parse(content));
  if (!success) throw new Error(issues.map(describeIssue).join('; '));
  const { productName, language = 'en', support = null, cognito } = output;
  return { productName, language, support, hostedSignIn: cognito.hostedUiDomain !== undefined };
};

/**
 * Checks a whole configuration as the app does.
 *
 * @param content of config.json
 * @throws Error that names each wrong or missing field
 */
export const readConfig = (content: string): unknown => {
  const config = parse(content);
  const problems = problemsOf(config);
  if (problems.length > 0) throw new Error(problems.join('; '));
  return config;
};
