import { actionTime, queryRefusal, queryReply } from './query-xml.ts';
import { conditionOf, type Transaction } from './transaction.ts';

class RefusedQuery extends Error {}

/**
 * Answers `query.php` with the matching transactions, or an empty `<nm_response>` (HS, OR). A wrong filter
 * gets an `<error_response>` whose wording is a guess. Filters (VD): `order_id`; `transaction_id`,
 * `condition` and `action_type`, also several with commas; `start_date` and `end_date` of the last change,
 * inclusive; `result_limit` with `page_number` from 0 (OR counts from 1); `result_order` `standard` or
 * `reverse`.
 *
 * @param transactions the records, oldest first
 */
export const answerQuery = (transactions: readonly Transaction[], form: URLSearchParams): string => {
  try {
    const found = filtersOf(form).reduce((left, filter) => left.filter(filter), [...transactions]);
    if (choiceOf(form, 'result_order', ['standard', 'reverse']) === 'reverse') found.reverse();
    return queryReply(pageOf(found, form));
  } catch (error) {
    if (error instanceof RefusedQuery) return queryRefusal(error.message);
    throw error;
  }
};

type Filter = (transaction: Transaction) => boolean;

const filtersOf = (form: URLSearchParams): readonly Filter[] => {
  choiceOf(form, 'report_type', ['', 'transaction']);
  const ids = listOf(form, 'transaction_id');
  const states = listOf(form, 'condition');
  const types = listOf(form, 'action_type');
  const orderId = form.get('order_id') ?? '';
  const from = dateOf(form, 'start_date', '0');
  const to = dateOf(form, 'end_date', '9');
  return [
    ...(orderId === '' ? [] : [(one: Transaction) => one.orderId === orderId]),
    ...(ids.length === 0 ? [] : [(one: Transaction) => ids.includes(one.transactionId)]),
    ...(states.length === 0 ? [] : [(one: Transaction) => states.includes(conditionOf(one))]),
    ...(types.length === 0
      ? []
      : [(one: Transaction) => one.actions.some(({ type }) => types.includes(type))]),
    ...(from === '' ? [] : [(one: Transaction) => lastChangeOf(one) >= from]),
    ...(to === '' ? [] : [(one: Transaction) => lastChangeOf(one) <= to]),
  ];
};

/** YYYYMMDDhhmmss, UTC. */
const lastChangeOf = ({ actions }: Transaction): string =>
  actions
    .map(({ at }) => actionTime(at))
    .sort()
    .at(-1) ?? '';

const pageOf = (found: readonly Transaction[], form: URLSearchParams): readonly Transaction[] => {
  const limit = countOf(form, 'result_limit');
  const page = countOf(form, 'page_number') ?? 0;
  // Guess: without a limit, all are on one page.
  return limit === undefined ? (page === 0 ? found : []) : found.slice(page * limit, (page + 1) * limit);
};

const listOf = (form: URLSearchParams, name: string): readonly string[] =>
  (form.get(name) ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

const countOf = (form: URLSearchParams, name: string): number | undefined => {
  const text = form.get(name) ?? '';
  if (text === '') return undefined;
  if (!/^\d{1,6}$/.test(text) || (name === 'result_limit' && Number(text) === 0))
    throw new RefusedQuery(`Invalid ${name}`);
  return Number(text);
};

const choiceOf = (form: URLSearchParams, name: string, choices: readonly string[]): string => {
  const choice = form.get(name) || choices[0] || '';
  if (!choices.includes(choice)) throw new RefusedQuery(`Invalid ${name}`);
  return choice;
};

/** A short date means its earliest or its latest moment (guess). */
const dateOf = (form: URLSearchParams, name: string, filler: '0' | '9'): string => {
  const text = form.get(name) ?? '';
  if (text !== '' && !/^\d{8}(\d{2}){0,3}$/.test(text)) throw new RefusedQuery(`Invalid ${name}`);
  return text === '' ? '' : text.padEnd(14, filler);
};
