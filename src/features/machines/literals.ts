/** Stands for whatever a params function may read: every property of it is itself. */
const unknownValue: unknown = new Proxy(() => undefined, {
  get: () => unknownValue,
  apply: () => unknownValue,
});

/**
 * The texts and numbers that the chart itself fixes among the params of an action or a guard: all of literal params,
 * and of computed ones those that depend on neither context nor event. A function that needs real values fixes none.
 */
export function literalsOf(params: unknown): string[] {
  const value =
    typeof params === 'function'
      ? computed(() => params({ context: unknownValue, event: unknownValue }))
      : params;
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value)
    .filter((part) => typeof part === 'string' || typeof part === 'number')
    .map(String);
}

function computed(compute: () => unknown): unknown {
  try {
    return compute();
  } catch {
    return undefined;
  }
}
