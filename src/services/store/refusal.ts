import * as v from 'valibot';
import { errorSchema } from '#contract/errors.ts';
import { StoreError } from '#domain/store.ts';
import { truncate } from '#domain/text.ts';
import { storeMessages } from './messages.ts';

/** Characters of a store's own words that are shown. */
const longestDetail = 300;

/** HTTP/2 and later carry no status text. */
const statusTexts = new Map<number, string>([
  [400, 'Bad Request'],
  [402, 'Payment Required'],
  [403, 'Forbidden'],
  [404, 'Not Found'],
  [405, 'Method Not Allowed'],
  [408, 'Request Timeout'],
  [409, 'Conflict'],
  [413, 'Content Too Large'],
  [415, 'Unsupported Media Type'],
  [422, 'Unprocessable Content'],
  [429, 'Too Many Requests'],
  [500, 'Internal Server Error'],
  [502, 'Bad Gateway'],
  [503, 'Service Unavailable'],
  [504, 'Gateway Timeout'],
]);

/** The body as JSON; undefined when it is none. */
export const readJson = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

const readDetail = (body: string): string | null => {
  const refusal = v.safeParse(errorSchema, readJson(body));
  const detail = refusal.success ? refusal.output.detail.trim() : '';
  return detail === '' ? null : truncate(detail, longestDetail);
};

const readSeconds = (header: string | null): number | null =>
  header !== null && /^\d{1,6}$/.test(header.trim()) ? Number(header) : null;

/** The error of a reply with an error status: in the store's own words if they are JSON, else by its status. */
export const refusalOf = ({ status, statusText, headers }: Response, body: string): StoreError =>
  new StoreError(
    'refused',
    readDetail(body) ?? storeMessages.failed(statusText || (statusTexts.get(status) ?? `status ${status}`)),
    { status, retryAfter: readSeconds(headers.get('retry-after')) },
  );
