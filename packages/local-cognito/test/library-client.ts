import {
  AuthenticationDetails,
  CognitoUser,
  CognitoUserAttribute,
  CognitoUserPool,
  type CognitoUserSession,
  type ISignUpResult,
} from 'amazon-cognito-identity-js';
import { clientId, userPoolId } from './harness.ts';

const promised = <T>(start: (done: (error: unknown, result?: T | null) => void) => void): Promise<T> =>
  new Promise((resolve, reject) => {
    start((error, result) => (error || result == null ? reject(error) : resolve(result)));
  });

/** amazon-cognito-identity-js with promises, and storage of its own. */
export class LibraryClient {
  readonly storage = new Map<string, string>();
  readonly pool: CognitoUserPool;
  readonly #storage = {
    getItem: (key: string) => this.storage.get(key) ?? null,
    setItem: (key: string, value: string) => void this.storage.set(key, value),
    removeItem: (key: string) => void this.storage.delete(key),
    clear: () => this.storage.clear(),
  };

  constructor(origin: string) {
    this.pool = new CognitoUserPool({
      UserPoolId: userPoolId,
      ClientId: clientId,
      endpoint: `${origin}/`,
      Storage: this.#storage,
    });
  }

  user(email: string): CognitoUser {
    return new CognitoUser({ Username: email, Pool: this.pool, Storage: this.#storage });
  }

  signUp(email: string, password: string, attributes: Record<string, string>): Promise<ISignUpResult> {
    const list = Object.entries(attributes).map(([Name, Value]) => new CognitoUserAttribute({ Name, Value }));
    return promised((done) => this.pool.signUp(email, password, list, [], done));
  }

  /** Signs in over SRP and gives back the user with its session. */
  signIn(email: string, password: string): Promise<CognitoUser> {
    const user = this.user(email);
    const details = new AuthenticationDetails({ Username: email, Password: password });
    return new Promise((resolve, reject) => {
      user.authenticateUser(details, { onSuccess: () => resolve(user), onFailure: reject });
    });
  }
}

export const sessionOf = (user: CognitoUser): Promise<CognitoUserSession> =>
  promised((done) => user.getSession(done));
