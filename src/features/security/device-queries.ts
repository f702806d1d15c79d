import { mutationOptions, onlineManager, type Query, queryOptions } from '@tanstack/react-query';
import type { Devices } from '#features/shared/security.ts';
import type { IdentityResult } from '#machines/account/auth.types.ts';

/** Result for an unexpected error. */
export const unexpected = { outcome: 'refused', failure: { name: 'unknown', message: '' } } as const;

type State = Pick<Query<IdentityResult>, 'state'>;

const retryMs = 3_000;
const retries = 4;

const isPassing = (data: IdentityResult | undefined): boolean =>
  data?.outcome === 'refused' && ['unavailable', 'unknown'].includes(data.failure.name);

/**
 * Query options for data that is fetched on each visit of the page.
 * A refusal is data, so it's refetched on reconnect. Browsers fire `online` before requests succeed,
 * so a few retries follow.
 */
export const forOneVisit = {
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: ({ state: { data } }: State) => data?.outcome === 'refused',
  refetchInterval: ({ state: { data, dataUpdateCount } }: State) =>
    isPassing(data) &&
    dataUpdateCount > 1 &&
    dataUpdateCount <= retries &&
    onlineManager.isOnline() &&
    retryMs,
};

export const devicesQuery = (devices: Devices) =>
  queryOptions({
    queryKey: ['devices'],
    queryFn: () => devices.listDevices().catch(() => unexpected),
    ...forOneVisit,
  });

/** Makes the service forget a device and removes it from the list. Returns a refusal as data. */
export const forgetDeviceMutation = (devices: Devices) =>
  mutationOptions({
    mutationFn: (id: string) => devices.forgetDevice({ id }).catch(() => unexpected),
    onSuccess: (answer, id, _, { client }) => {
      if (answer.outcome === 'refused') return;
      client.setQueryData(devicesQuery(devices).queryKey, (list) =>
        list?.outcome === 'done'
          ? { ...list, devices: list.devices.filter((device) => device.id !== id) }
          : list,
      );
    },
  });
