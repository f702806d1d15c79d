/** The merchant's whole API keys (their prefixes aren't secret), and webhook secrets. */
const secrets = /(coffer_key_[0-9a-f]{8})[0-9a-f]+|(whsec_)[\w+/=-]+/g;

/** Replaces keys and webhook secrets, so that text quoting a request can't reveal them. */
export const withSecretsRedacted = (text: string): string =>
  text.includes('coffer_key_') || text.includes('whsec_')
    ? text.replace(secrets, (_, prefix = '', kind = '') => `${prefix}${kind}[redacted]`)
    : text;
