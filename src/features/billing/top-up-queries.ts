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
import { hours, isTexts, type MemoryEntry } from '#features/shared/memory.ts';
import { useLastChange } from './use-last-change.ts';

/** The store's calls for automatic top-up. `load` rejects; the others return a refusal as data. */
export interface TopUpSource {
  readonly load: (signal?: AbortSignal) => Promise<TopUp>;
  readonly save: (settings: TopUpSettings) => Promise<TopUpResult>;
  readonly turnOff: () => Promise<TopUpResult>;
  /** Called when a response has another last charge, or another outcome of it. */
  readonly onCharged: () => void;
}

/** What the customer typed and chose, while they sign in again, also on the pool's own pages. */
export const keptTopUp: MemoryEntry<Partial<TopUpForm>> = {
  name: 'keptTopUp',
  place: 'tab',
  lifetime: hours,
  is: isTexts,
};

const key = ['top-up'];

/** How often the page asks whether an open charge has an outcome. */
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

/** The first response announces no charge. */
const announceCharge = (client: QueryClient, topUp: TopUp, { onCharged }: TopUpSource): void => {
  const known = client.getQueryData<TopUp>(key);
  if (known && lastChargeOf(known) !== lastChargeOf(topUp)) onCharged();
};

/** Fetched each time the page opens or shows again. */
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

/** Saves these settings with the consent, or turns top-up off (null). A refusal is data. */
export const changeTopUpMutation = (source: TopUpSource) =>
  mutationOptions({
    mutationKey: key,
    networkMode: 'always',
    // The page shows what became of a change that ended while it was closed.
    gcTime: Number.POSITIVE_INFINITY,
    mutationFn: (settings: TopUpSettings | null) =>
      settings === null ? source.turnOff() : source.save(settings),
    async onSuccess(answer, _settings, _, { client }) {
      // A response from before the change must not replace it.
      await client.cancelQueries({ queryKey: key });
      if (answer.outcome === 'refused') {
        const outdated = outdatedBy.get(answer.name);
        if (outdated) void client.invalidateQueries({ queryKey: [outdated] });
        void client.invalidateQueries({ queryKey: key });
        return;
      }
      announceCharge(client, answer.topUp, source);
      // Adds nothing to the cache of a session that has ended.
      client.setQueryData<TopUp>(key, (known) => known && answer.topUp);
      // The dashboard's news about top-up.
      void client.invalidateQueries({ queryKey: ['credits'] });
    },
  });

/** Changes the top-up, and tells what became of the last change on this page. */
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
    /** The change in flight. */
    pending: last?.status === 'pending' ? change : undefined,
    failure,
    done: answer?.outcome === 'done' ? change : undefined,
  };
};

export type TopUpChanges = ReturnType<typeof useTopUpChange>;

/** The card that is charged, also while top-up is paused. Null if it is off or not loaded. */
export const useChargedCardId = (source: TopUpSource): string | null => {
  const { data } = useQuery({ ...topUpQuery(source), enabled: false });
  return data === undefined || data.state === 'off' ? null : data.card_id;
};
