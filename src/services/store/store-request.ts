export interface StoreAddress {
  readonly path: string;
  readonly searchParams?: Readonly<Record<string, string | number>>;
}

/** Milliseconds, until the last byte of the reply. */
export const requestLimit = 15_000;

/** Milliseconds until a call fails, with the time for a token and a retry after a 401. */
export const callLimit = 20_000;

export const urlOf = (baseUrl: string, { path, searchParams }: StoreAddress): string => {
  const url = `${baseUrl.replace(/\/$/, '')}${path}`;
  const query = Object.entries(searchParams ?? {}).map(([name, value]) => [name, String(value)]);
  return query.length === 0 ? url : `${url}?${new URLSearchParams(query)}`;
};

export const headersFor = (token: string) => ({
  Accept: 'application/json',
  'Content-Type': 'application/json',
  Authorization: `Bearer ${token}`,
});
