/** Thrown for an invalid query filter, which gets an `<error_response>`. Its text is a guess. */
export class RefusedQuery extends Error {}

/** Returns a page of rows. `page_number` starts at 0 (in OR, at 1). `result_order` is `standard` or `reverse` (VD). */
export const pageOf = <Row>(oldestFirst: readonly Row[], form: URLSearchParams): readonly Row[] => {
  const isReverse = choiceOf(form, 'result_order', ['standard', 'reverse']) === 'reverse';
  const rows = isReverse ? oldestFirst.toReversed() : oldestFirst;
  const limit = countOf(form, 'result_limit');
  const page = countOf(form, 'page_number') ?? 0;
  // Guess: without a limit, the first page has all rows.
  return limit === undefined ? (page === 0 ? rows : []) : rows.slice(page * limit, (page + 1) * limit);
};

/** Returns a predicate for times (YYYYMMDDhhmmss) from `start_date` to `end_date`, both inclusive (VD). */
export const periodOf = (form: URLSearchParams): ((time: string) => boolean) => {
  const from = dateOf(form, 'start_date', '0');
  const to = dateOf(form, 'end_date', '9');
  return (time) => (from === '' || time >= from) && (to === '' || time <= to);
};

export const listOf = (form: URLSearchParams, name: string): readonly string[] =>
  (form.get(name) ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** Returns a parameter's choice; the first is the default. @throws {RefusedQuery} for any other value */
export const choiceOf = <Choice extends string>(
  form: URLSearchParams,
  name: string,
  choices: readonly [Choice, ...Choice[]],
): Choice => {
  const [first] = choices;
  const choice = choices.find((one) => one === (form.get(name) || first));
  if (choice === undefined) throw new RefusedQuery(`Invalid ${name}`);
  return choice;
};

const countOf = (form: URLSearchParams, name: string): number | undefined => {
  const text = form.get(name) ?? '';
  if (text === '') return undefined;
  if (!/^\d{1,6}$/.test(text) || (name === 'result_limit' && Number(text) === 0))
    throw new RefusedQuery(`Invalid ${name}`);
  return Number(text);
};

/** Returns a date as YYYYMMDDhhmmss. A shorter date means its earliest or latest moment (guess). */
const dateOf = (form: URLSearchParams, name: string, filler: '0' | '9'): string => {
  const text = form.get(name) ?? '';
  if (text !== '' && !/^\d{8}(\d{2}){0,3}$/.test(text)) throw new RefusedQuery(`Invalid ${name}`);
  return text === '' ? '' : text.padEnd(14, filler);
};
