import { mutationOptions, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { TopUp } from '#contract/top-up.ts';
import type {
  TopUpChange,
  TopUpFailure,
  TopUpFailureName,
  TopUpForm,
  TopUpResult,
  TopUpSettings,
} from '#domain/top-up.ts';
import { inTab, isTexts } from '#features/shared/memory.ts';
import { useLastChange } from './use-last-change.ts';

/** Automatic top-up in the store API. `load` rejects on failure; the others return a refusal as data. */
export interface TopUpSource {
  readonly load: (signal?: AbortSignal) => Promise<TopUp>;
  readonly save: (settings: TopUpSettings) => Promise<TopUpResult>;
  readonly turnOff: () => Promise<TopUpResult>;
  /** Called when a response contains a new last charge, or a new status of that charge. */
  readonly onCharged: () => void;
}

/** Unsaved form values. */
export const keptTopUp = inTab<Partial<TopUpForm>>('keptTopUp', isTexts);

const key = ['top-up'];

/** Polling interval while the outcome of a charge is unknown, in ms. */
const chargeCheckMs = 10_000;

const outdatedBy: ReadonlyMap<TopUpFailureName, 'products' | 'cards'> = new Map([
  ['price-changed', 'products'],
  ['amounts-refused', 'products'],
  ['package-withdrawn', 'products'],
  ['card-missing', 'cards'],
  ['card-expired', 'cards'],
  ['card-refused', 'cards'],
]);

const lastChargeOf = ({ last_charge: last }: TopUp): string | null =>
  last && `${last.transaction_id} ${last.status}`;

/** Calls `onCharged` if the last charge has changed. Ignores the first response. */
const announceCharge = (client: QueryClient, topUp: TopUp, { onCharged }: TopUpSource): void => {
  const known = client.getQueryData<TopUp>(key);
  if (known && lastChargeOf(known) !== lastChargeOf(topUp)) onCharged();
};

/** Queries the settings. Refetches each time the page is opened or becomes visible. */
export const topUpQuery = (source: TopUpSource) =>
  queryOptions({
    queryKey: key,
    async queryFn({ client, signal }) {
      const topUp = await source.load(signal);
      announceCharge(client, topUp, source);
      return topUp;
    },
    retry: false,
    refetchOnReconnect: true,
    refetchInterval: ({ state: { data } }) => data?.open_charge != null && chargeCheckMs,
  });

/** Saves the settings with the customer's consent, or turns top-up off (null). Returns a refusal as data. */
export const changeTopUpMutation = (source: TopUpSource) =>
  mutationOptions({
    mutationKey: key,
    // Keep a change that finished while the page was closed, so that the page can show its result.
    gcTime: Number.POSITIVE_INFINITY,
    mutationFn: (settings: TopUpSettings | null) =>
      settings === null ? source.turnOff() : source.save(settings),
    async onSuccess(answer, _settings, _, { client }) {
      // Cancel requests in flight, so that a stale response can't overwrite this result.
      await client.cancelQueries({ queryKey: key });
      if (answer.outcome === 'refused') {
        const outdated = outdatedBy.get(answer.name);
        if (outdated) void client.invalidateQueries({ queryKey: [outdated] });
        void client.invalidateQueries({ queryKey: key });
        return;
      }
      announceCharge(client, answer.topUp, source);
      // Only update an existing entry: if the session has ended, the cache is empty.
      client.setQueryData<TopUp>(key, (known) => known && answer.topUp);
      // The dashboard's top-up news is part of the `credits` query.
      void client.invalidateQueries({ queryKey: ['credits'] });
    },
  });

/** Returns functions that change top-up, and the status of the last change on this page. */
export const useTopUpChange = (source: TopUpSource) => {
  const { change: mutate, forget, last } = useLastChange(key, changeTopUpMutation(source));
  const change: TopUpChange | undefined = last && (last.variables === null ? 'turn-off' : 'save');
  const { data: answer } = last ?? {};
  const failure: TopUpFailure | null =
    change && answer?.outcome === 'refused' ? { change, name: answer.name } : null;
  return {
    save: mutate,
    turnOff: () => mutate(null),
    forget,
    /** The kind of the change in flight. */
    pending: last?.status === 'pending' ? change : undefined,
    failure,
    done: answer?.outcome === 'done' ? change : undefined,
  };
};

export type TopUpChanges = ReturnType<typeof useTopUpChange>;

/** Returns the id of the card that top-up charges, even while paused. Returns null if off or not loaded. */
export const useChargedCardId = (source: TopUpSource): string | null => {
  const { data } = useQuery({ ...topUpQuery(source), enabled: false });
  return data === undefined || data.state === 'off' ? null : data.card_id;
};
