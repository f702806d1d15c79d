import type { Plugin } from 'vite';

/** React DOM's functions for elements in the head, `<Activity>`, form actions, custom elements and compiled code. */
const unusedNames = `acquireResource actionStateReducer attemptExplicitHydrationTarget clearContainerSparingly
  commitHostSingletonAcquisition cutOffTailIfNeeded dispatchActionState dispatchOptimisticSetState
  ensureFormComponentIsStateful findCurrentFiberUsingSlowPath findCurrentHostFiberImpl findFirstSuspended
  getHydratableHoistableCache getResource initSuspenseListRenderState insertStylesheet insertStylesheetIntoRoot
  mountActionState mountActivityChildren mountHoistable preconnect preconnectAs prefetchDNS preinitModuleScript
  preinitScript preinitStyle preload preloadModule preloadResourceAndSuspendIfNeeded preloadStylesheet
  releaseSingletonInstance rerenderActionState resolveSingletonInstance retryActivityComponentWithoutHydrating
  runActionStateAction setPropOnCustomElement startHostTransition suspendResource updateActionState
  updateActionStateImpl updateActivityComponent updateOptimisticImpl updateSuspenseListComponent useMemoCache`;

/** Bodies for functions that React still calls without these features. */
const bodies: Readonly<Record<string, string>> = {
  ...Object.fromEntries(unusedNames.split(/\s+/).map((name) => [name, 'throw Error("trim-react")'])),
  accumulateSuspenseyCommitOnFiber: '',
  defaultOnDefaultTransitionIndicator: '',
  getStackByFiberInDevAndProd: 'return ""',
  isHostHoistableType:
    'if (hostContext !== 1 && /^(link|meta|script|style|title)$/.test(type)) throw Error("trim-react"); return !1',
  isSingletonScope: 'return !1',
  waitForCommitToBeReady: 'return null',
};

/** Removes what no page uses. @throws {Error} if React DOM lacks a function, so that an update can't go unnoticed */
export const trimmed = (source: string): string =>
  Object.entries(bodies).reduce((code, [name, body]) => {
    const [all, head] = new RegExp(`^(function ${name}\\([^)]*\\) \\{)\\n[^]*?\\n\\}$`, 'm').exec(code) ?? [];
    if (all === undefined) throw new Error(`React DOM has no function ${name}`);
    return code.replace(all, () => `${head} ${body} }`);
  }, source);

/** Creates a plugin that leaves a tenth of React DOM out of the site. Each part left out throws if it's used. */
export const trimReact = (): Plugin => ({
  name: 'trim-react',
  apply: 'build',
  transform: {
    filter: { id: /react-dom-client\.production\.js$/ },
    handler: (source) => ({ code: trimmed(source), map: null }),
  },
});
