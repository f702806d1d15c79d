interface PressedKey {
  readonly key: string;
  readonly at: number;
}

/**
 * When the first key was pressed that a field has at the end, and how many that followed it the field does not have. Both
 * are read from the end on, as the same letters come again after a while.
 *
 * @throws Error when the field has none of them, or something else
 */
export const keptOf = (
  keys: readonly PressedKey[],
  value: string,
): { readonly firstKept: number; readonly lost: number } => {
  let place = keys.length;
  for (const letter of [...value].reverse()) {
    do place -= 1;
    while (place >= 0 && keys[place]?.key !== letter);
  }
  const first = keys[place];
  if (first === undefined) throw new Error(`The field has "${value}", which is not what was typed`);
  return { firstKept: first.at, lost: keys.length - place - value.length };
};
