/** The error codes of the token and revocation endpoints (RFC 6749, 5.2; RFC 7009, 2.2.1). */
export type OAuthErrorCode =
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_request'
  | 'unsupported_grant_type'
  | 'unsupported_token_type';

/** An expected refusal, answered as `{ "error": code }`. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly code: OAuthErrorCode;

  constructor(code: OAuthErrorCode) {
    super(code);
    this.code = code;
  }
}
