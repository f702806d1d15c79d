import { useEffect, useState } from 'react';
import type { SavedCard } from '#contract/cards.ts';
import type { Product } from '#contract/products.ts';
import type { TopUp } from '#contract/top-up.ts';
import {
  checkTopUpField,
  createTopUpForm,
  parseCredits,
  parseDollars,
  type TopUpField,
  type TopUpProblem,
  type TopUpSettings,
  topUpFields,
} from '#domain/top-up.ts';
import type { TopUpEdits } from './kept-top-up.ts';

/** Milliseconds without a change before a field is checked. */
const checkDelay = 300;

interface DraftParts {
  readonly topUp: TopUp;
  readonly products: readonly Product[];
  /** Those that the store can charge. */
  readonly cards: readonly SavedCard[];
  readonly kept: TopUpEdits;
}

/** What the form shows: the saved settings, and over them what the customer typed and chose. */
export const useTopUpDraft = ({ topUp, products, cards, kept }: DraftParts) => {
  const [edits, setEdits] = useState(kept);
  const [shown, setShown] = useState<ReadonlySet<TopUpField>>(new Set());
  const [summarized, setSummarized] = useState<readonly TopUpField[]>([]);
  const [waiting] = useState(() => new Map<TopUpField, ReturnType<typeof setTimeout>>());
  useEffect(
    () => () => {
      for (const timer of waiting.values()) clearTimeout(timer);
    },
    [waiting],
  );

  const base = createTopUpForm(topUp, products, cards);
  const productOf = (productId: string) => products.find(({ id }) => id === productId);
  const chosen = productOf(edits.productId ?? base.productId) ?? productOf(base.productId) ?? null;
  const card =
    cards.find(({ id }) => id === (edits.cardId ?? base.cardId)) ??
    cards.find(({ id }) => id === base.cardId) ??
    null;
  const form = { ...base, ...edits, productId: chosen?.id ?? '', cardId: card?.id ?? '' };

  const problemOf = (field: TopUpField, edited = form): TopUpProblem | null =>
    checkTopUpField(field, edited, productOf(edited.productId) ?? null);
  const show = (...fields: readonly TopUpField[]) => setShown((before) => new Set([...before, ...fields]));
  const wrong = topUpFields.filter((field) => problemOf(field) !== null);

  return {
    form,
    edits,
    product: chosen,
    card,
    threshold: problemOf('threshold') === null ? parseCredits(form.threshold) : null,
    limit: problemOf('limit') === null ? parseDollars(form.limit) : null,
    /** The fields that blocked the last submit and are still wrong. */
    refused: summarized.filter((field) => wrong.includes(field)),
    /** The field's shown problem; null if it is valid or untouched. */
    shownProblem: (field: TopUpField) => (shown.has(field) ? problemOf(field) : null),
    /** Another package may make an amount wrong. */
    choose(edit: Pick<TopUpEdits, 'productId' | 'cardId'>) {
      setEdits({ ...edits, ...edit });
      const chosenForm = { ...form, ...edit };
      show(...topUpFields.filter((field) => form[field] !== '' && problemOf(field, chosenForm) !== null));
    },
    /** A field is checked after a pause. A corrected field's error disappears at once. */
    type(field: TopUpField, text: string) {
      const edit = { [field]: text };
      setEdits({ ...edits, ...edit });
      clearTimeout(waiting.get(field));
      if (problemOf(field, { ...form, ...edit }) === null)
        setShown(new Set([...shown].filter((other) => other !== field)));
      else
        waiting.set(
          field,
          setTimeout(() => show(field), checkDelay),
        );
    },
    leave(field: TopUpField) {
      if (edits[field] !== undefined) show(field);
    },
    /** Shows what is wrong. Returns the first wrong field. */
    check(): TopUpField | undefined {
      show(...wrong);
      setSummarized(wrong);
      return wrong[0];
    },
    /** Null unless the form is valid. */
    settings(): TopUpSettings | null {
      const thresholdCredits = parseCredits(form.threshold);
      const monthlyLimitCents = parseDollars(form.limit);
      if (wrong.length > 0 || thresholdCredits === null || monthlyLimitCents === null) return null;
      const { productId, cardId } = form;
      const consent = topUp.consent_version;
      const expectedCents = chosen?.price_cents ?? 0;
      return { thresholdCredits, productId, cardId, monthlyLimitCents, expectedCents, consent };
    },
  };
};

export type TopUpDraft = ReturnType<typeof useTopUpDraft>;
