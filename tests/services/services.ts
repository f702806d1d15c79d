import type { Sandbox } from '../browser/sandbox/sandbox.ts';
import { startSandbox } from '../browser/sandbox/sandbox.ts';
import { startGallery } from '../gallery/dev-server.ts';
import type { SharedServices } from './shared-services.ts';

/** The services of a whole run, each started when it is first asked for. */
export const createServices = (): SharedServices & { stop(): Promise<void> } => {
  const sandboxes = new Map<string, Promise<Sandbox>>();
  let gallery: ReturnType<typeof startGallery> | undefined;
  return {
    sandbox(parallelIndex, app) {
      const name = `worker-${parallelIndex}-${app}`;
      const started = sandboxes.get(name) ?? startSandbox({ name, dev: app === 'dev' });
      sandboxes.set(name, started);
      return started;
    },
    async gallery() {
      gallery ??= startGallery();
      return (await gallery).origin;
    },
    async stop() {
      const started = await Promise.allSettled([...sandboxes.values(), ...(gallery ? [gallery] : [])]);
      await Promise.all(started.map((one) => one.status === 'fulfilled' && one.value.stop()));
    },
  };
};
