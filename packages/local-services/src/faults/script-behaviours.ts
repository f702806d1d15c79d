/**
 * The ways the hosted script can be made to misbehave. `GET /token/Collect.js?behaviour=NAME` serves it so; the
 * fault middleware asks for that when a `script` fault stands.
 */
export const scriptBehaviours = [
  'no-global', // Loads without defining `window.CollectJS`.
  'configure-throws', // The call throws.
  'start-throws', // The call throws.
  'hang', // `configure` returns and nothing follows, no iframes, no callback.
  'fields-never', // The fields work and are never announced.
  'callback-never', // A token is made and neither the callback nor the time-out is called.
  'callback-late', // The callback comes forty seconds late, whatever has been configured since.
  'callback-twice', // The callback comes twice with one token.
  'token-empty', // The callback comes without a token.
] as const;
export type ScriptBehaviour = (typeof scriptBehaviours)[number];
