import { type ChartState, type ChartTransition, statesIn } from '#features/machines/chart.ts';

/**
 * A chart without what is inside of its outermost states: only what leads from one of these to another is left. A
 * parallel chart stays as it is, since nothing leads from one of its regions to another.
 */
export function outlineOf(chart: ChartState): ChartState {
  if (chart.type === 'parallel') return chart;
  const outermost = (id: string): string => id.split('.').slice(0, 2).join('.');
  const lifted = (state: ChartState): ChartTransition[] =>
    state.transitions
      .map((transition) => ({ ...transition, targets: transition.targets.map(outermost) }))
      .filter(({ source, targets }) => targets.some((target) => target !== outermost(source)))
      .map((transition) => ({ ...transition, source: outermost(transition.source) }));

  return {
    ...chart,
    initial: chart.initial.map(outermost),
    transitions: lifted({ ...chart, states: [] }),
    states: chart.states.map((state) => ({
      ...state,
      type: 'atomic',
      initial: [],
      transitions: statesIn(state).flatMap(lifted),
      states: [],
    })),
  };
}
