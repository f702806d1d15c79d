import { findChromium, installChromium } from './chromium.ts';
import { portVariable } from './sandbox/addresses.ts';
import { startSandbox } from './sandbox/sandbox.ts';

/** Makes sure of a browser and starts the services under test. Playwright hands the environment on to its workers. */
export default async function prepareRun(): Promise<() => Promise<void>> {
  const chromium = findChromium() ?? installChromium();
  const sandbox = await startSandbox();
  Object.assign(process.env, { CHROMIUM_PATH: chromium, [portVariable]: String(sandbox.port) });
  return () => sandbox.stop();
}
