interface PressedKey {
  readonly key: string;
  readonly at: number;
}

/** Matches from the end, because letters repeat. @throws Error if the field is empty or has other text */
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
