const visited = new WeakMap<object, string>();

/**
 * Sends a list the address of its page, once. A page can load again at the same address, for example when a
 * sign-in ends. To send it again would undo a press whose address is not yet in the address bar.
 */
export const visitList = <Address>(
  list: { send(event: { readonly type: 'address.visited'; readonly address: Address }): void },
  address: Address,
): void => {
  const text = JSON.stringify(address);
  if (visited.get(list) === text) return;
  visited.set(list, text);
  list.send({ type: 'address.visited', address });
};

/** The next visit sends the address again, because a press may have remained without one. */
export const leaveList = (list: object | null): void => {
  if (list !== null) visited.delete(list);
};

/** Updates the address bar after the next paint, unless the customer has left the page by then. */
export const updateAddressBar = (isOnPage: () => boolean, update: () => void): void => {
  requestAnimationFrame(() =>
    setTimeout(() => {
      if (isOnPage()) update();
    }),
  );
};
