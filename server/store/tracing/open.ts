import type { TracingConfig } from '../config.ts';
import type { OpenTelemetry } from './open-telemetry.ts';

/**
 * Begins to trace. The libraries for it are loaded here, and by nothing else: a store that is not traced pays nothing.
 *
 * @param onExport hears why spans could not be sent, or null when they can be sent again
 */
export const openTracing = async (
  config: TracingConfig,
  onExport: (failure: string | null) => void,
): Promise<OpenTelemetry> => {
  const { startOpenTelemetry } = await import('./open-telemetry.ts');
  return startOpenTelemetry(config, onExport);
};
