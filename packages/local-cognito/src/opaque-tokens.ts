import { randomBytes } from 'node:crypto';

/** Entries at once, so that those never used can't fill the memory. */
const capacity = 10_000;

/** Values that are good for a while, by a key. Kept in memory only: a restart ends them. */
export class ExpiringMap<T> {
  readonly #entries = new Map<string, { readonly value: T; readonly expiresAt: number }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  set(key: string, value: T, lifeSeconds: number): void {
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined && this.#entries.size >= capacity) this.#entries.delete(oldest);
    this.#entries.set(key, { value, expiresAt: this.#now() + lifeSeconds * 1000 });
  }

  /** The key's value; undefined when it is unknown, taken or too old. */
  get(key: string): T | undefined {
    const entry = this.#entries.get(key);
    return entry !== undefined && this.#now() < entry.expiresAt ? entry.value : undefined;
  }

  /** Gives a key that is still good another value. Its end stays. */
  replace(key: string, value: T): void {
    const entry = this.#entries.get(key);
    if (entry !== undefined) this.#entries.set(key, { ...entry, value });
  }

  /** Removes the key and gives its value. */
  take(key: string): T | undefined {
    const value = this.get(key);
    this.#entries.delete(key);
    return value;
  }
}

/** Values stored under random tokens, which a client sends back to continue. */
export class OpaqueTokens<T> extends ExpiringMap<T> {
  issue(value: T, lifeSeconds: number): string {
    const token = randomBytes(32).toString('base64url');
    this.set(token, value, lifeSeconds);
    return token;
  }
}
