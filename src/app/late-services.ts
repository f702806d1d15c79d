import { importAhead } from '#chunks/import-chunk.ts';
import type { PurchaseServices } from './later.ts';

/** Stands in for the services of a purchase, whose code `load` brings when the first of them is used. */
export const createLateServices = (load: () => Promise<PurchaseServices>): PurchaseServices => {
  let loading: Promise<PurchaseServices> | null = null;
  const services = () => {
    loading ??= load().catch((error: unknown) => {
      // What did not arrive may arrive at the next try.
      loading = null;
      throw error;
    });
    return loading;
  };
  return {
    payments: {
      pay: async (...order) => (await services()).payments.pay(...order),
      readBaseline: async (signal) => (await services()).payments.readBaseline(signal),
      askOutcome: async (...question) => (await services()).payments.askOutcome(...question),
    },
    quotePackage: async (...question) => (await services()).quotePackage(...question),
    cardFields: {
      mount: async (signal) => (await services()).cardFields.mount(signal),
      tokenise: async (signal) => (await services()).cardFields.tokenise(signal),
      warmUp: () =>
        void importAhead(services).then(
          ({ cardFields }) => cardFields.warmUp(),
          () => undefined,
        ),
      attach: (...place) =>
        void services().then(
          ({ cardFields }) => cardFields.attach(...place),
          // The mount, which needs the same code, says so.
          () => undefined,
        ),
      watch(...listener) {
        let stop: (() => void) | null = () => undefined;
        services().then(
          ({ cardFields }) => {
            if (stop !== null) stop = cardFields.watch(...listener);
          },
          () => undefined,
        );
        return () => {
          stop?.();
          stop = null;
        };
      },
    },
  };
};
