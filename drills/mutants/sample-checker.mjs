/** Rejects mutants outside the sample, because Stryker selects whole source ranges and creates every mutant in them. */
import path from 'node:path';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';

const keyOf = ({ fileName, location, mutatorName, replacement }) =>
  JSON.stringify([path.relative('', fileName), location, mutatorName, replacement]);

class SampleChecker {
  async init() {
    const { sample } = await import('./sample.mjs');
    this.keys = new Set(sample.map(keyOf));
  }
  async check(mutants) {
    return Object.fromEntries(
      mutants.map((mutant) => [
        mutant.id,
        this.keys.has(keyOf(mutant))
          ? { status: 'passed' }
          : { status: 'compileError', reason: 'Not in the sample' },
      ]),
    );
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, 'sample', SampleChecker)];
