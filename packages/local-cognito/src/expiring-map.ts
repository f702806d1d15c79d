import { randomBytes } from 'node:crypto';

/** Entries at once, so that unused ones can't fill the memory. */
const capacity = 10_000;

/** Values that expire, by key. In memory only: a restart ends them. */
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

  /** Stores the value under a random key. */
  issue(value: T, lifeSeconds: number): string {
    const key = randomBytes(32).toString('base64url');
    this.set(key, value, lifeSeconds);
    return key;
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key);
    return entry !== undefined && this.#now() < entry.expiresAt ? entry.value : undefined;
  }

  /** Replaces the value. Its expiry stays. */
  replace(key: string, value: T): void {
    const entry = this.#entries.get(key);
    if (entry !== undefined) this.#entries.set(key, { ...entry, value });
  }

  /** Removes the entry and returns its value. */
  take(key: string): T | undefined {
    const value = this.get(key);
    this.#entries.delete(key);
    return value;
  }
}
