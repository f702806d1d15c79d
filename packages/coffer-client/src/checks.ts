/** Describes a wrong value in an error's message, without its text, because that may be a secret. */
const describe = (value: unknown): string => {
  if (value === undefined || value === null) return `${value}`;
  if (value instanceof Promise) return 'a promise: await it';
  return typeof value === 'string' ? 'another text' : `of type ${typeof value}`;
};

/** Returns the store's address without a final slash or `/v1`. @throws {TypeError} if calls can't be sent there */
export const readUrl = (url: unknown): string => {
  const rule = 'url must be the address of the store, such as https://credits.example.com';
  if (typeof url !== 'string') throw new TypeError(`${rule}, but it is ${describe(url)}`);
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw new TypeError(`${rule}. It must start with https:// or http://`);
  const { username, password } = new URL(url);
  if (username !== '' || password !== '')
    throw new TypeError(`${rule}. It must not contain a user name or password`);
  if (/[?#]/.test(url)) throw new TypeError(`${rule}. It must not contain a query or fragment`);
  return url.replace(/\/+(v1\/*)?$/, '');
};

/** Returns the key. @throws {TypeError} if it can't be a key of the merchant's API */
export const readKey = (key: unknown): string => {
  const rule = 'key must be a key of the merchant’s API, from coffer keys add';
  if (typeof key !== 'string') throw new TypeError(`${rule}, but it is ${describe(key)}`);
  if (key.startsWith('whsec_')) throw new TypeError(`${rule}, but it is the secret of a webhook`);
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new TypeError(`${rule}. It must not be empty or contain spaces or line breaks`);
  return key;
};

/** Returns the bytes' text, or text as it is. @throws {TypeError} if the body was parsed */
export const readBody = (body: unknown): string => {
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return new TextDecoder().decode(body);
  const rule = 'body must be the text of the request as it arrived, before a framework parses its JSON';
  throw new TypeError(`${rule}, but it is ${describe(body)}`);
};

/** Returns a webhook's secret. @throws {TypeError} if it isn't one */
export const readSecret = (secret: unknown): string => {
  if (typeof secret === 'string' && /^whsec_[A-Za-z\d+/]{16,}={0,2}$/.test(secret)) return secret;
  const rule = 'secret must be the secret of the endpoint, whsec_…, from coffer webhooks add';
  throw new TypeError(`${rule}, but it is ${describe(secret)}`);
};
