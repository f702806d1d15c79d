import type { LocalServices } from '../browser/local/services.ts';
import { startLocalServices } from '../browser/local/services.ts';
import { startGallery } from '../gallery/dev-server.ts';
import type { SharedServices } from './shared-services.ts';

export const createServices = (): SharedServices & { stop(): Promise<void> } => {
  const localServices = new Map<string, Promise<LocalServices>>();
  let gallery: ReturnType<typeof startGallery> | undefined;
  return {
    local(parallelIndex, app) {
      const name = `worker-${parallelIndex}-${app}`;
      const started = localServices.get(name) ?? startLocalServices({ name, dev: app === 'dev' });
      localServices.set(name, started);
      return started;
    },
    async gallery() {
      gallery ??= startGallery();
      return (await gallery).origin;
    },
    async stop() {
      const started = await Promise.allSettled([...localServices.values(), ...(gallery ? [gallery] : [])]);
      await Promise.all(started.map((one) => one.status === 'fulfilled' && one.value.stop()));
    },
  };
};
