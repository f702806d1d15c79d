import { randomBytes } from 'node:crypto';

/** An in-memory map whose values expire. */
export class ExpiringMap<T> {
  readonly #entries = new Map<string, { readonly value: T; readonly expiresAt: number }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  set(key: string, value: T, lifeSeconds: number): void {
    this.#entries.set(key, { value, expiresAt: this.#now() + lifeSeconds * 1000 });
  }

  issue(value: T, lifeSeconds: number): string {
    const key = randomBytes(32).toString('base64url');
    this.set(key, value, lifeSeconds);
    return key;
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key);
    return entry !== undefined && this.#now() < entry.expiresAt ? entry.value : undefined;
  }

  /** Replaces a value and keeps the old value's expiry. */
  replace(key: string, value: T): void {
    const entry = this.#entries.get(key);
    if (entry !== undefined) this.#entries.set(key, { ...entry, value });
  }

  take(key: string): T | undefined {
    const value = this.get(key);
    this.#entries.delete(key);
    return value;
  }
}
