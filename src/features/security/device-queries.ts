import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Devices } from '#machines/auth.types.ts';

/** What is refused where an operation breaks. */
export const unexpected = { outcome: 'refused', failure: { name: 'unknown', message: '' } } as const;

/** The list, fetched each time the dialog opens. A refusal is data, too, and is retried once the network is back. */
export const devicesQuery = (devices: Devices) =>
  queryOptions({
    queryKey: ['devices'],
    queryFn: () => devices.listDevices().catch(() => unexpected),
    gcTime: 0,
    refetchOnReconnect: ({ state: { data } }) => data?.outcome === 'refused',
    refetchOnWindowFocus: false,
  });

/** Has the service forget a device, and takes it out of the list. A refusal is data here as well. */
export const forgetDeviceMutation = (devices: Devices) =>
  mutationOptions({
    mutationFn: (id: string) => devices.forgetDevice({ id }).catch(() => unexpected),
    networkMode: 'always',
    onSuccess: (answer, id, _, { client }) => {
      if (answer.outcome === 'refused') return;
      client.setQueryData(devicesQuery(devices).queryKey, (list) =>
        list?.outcome === 'done'
          ? { ...list, devices: list.devices.filter((device) => device.id !== id) }
          : list,
      );
    },
  });
