/** What a call of the store's API is addressed by. */
export interface StoreAddress {
  readonly path: string;
  readonly searchParams?: Readonly<Record<string, string | number>>;
}

/** Milliseconds for a request, until the last byte of its reply. */
export const requestLimit = 15_000;

/** The whole address of a call. */
export const urlOf = (baseUrl: string, { path, searchParams }: StoreAddress): string => {
  const url = `${baseUrl.replace(/\/$/, '')}${path}`;
  const query = Object.entries(searchParams ?? {}).map(([name, value]) => [name, String(value)]);
  return query.length === 0 ? url : `${url}?${new URLSearchParams(query)}`;
};

/** What every call says of itself. */
export const headersFor = (token: string) => ({
  Accept: 'application/json',
  'Content-Type': 'application/json',
  Authorization: `Bearer ${token}`,
});
