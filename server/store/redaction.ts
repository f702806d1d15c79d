/** Whole keys of the merchant's API (their prefixes are no secret), and secrets of webhooks. */
const secrets = /(coffer_key_[0-9a-f]{8})[0-9a-f]+|(whsec_)[\w+/=-]+/g;

/** Replaces keys and webhook secrets, so that no text which quotes a request gives them away. */
export const withSecretsRedacted = (text: string): string =>
  text.includes('coffer_key_') || text.includes('whsec_')
    ? text.replace(secrets, (_, prefix = '', kind = '') => `${prefix}${kind}[redacted]`)
    : text;
