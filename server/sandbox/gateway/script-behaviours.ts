/**
 * The ways the hosted script can be made to misbehave. `GET /token/Collect.js?behaviour=NAME` serves it so; the
 * fault middleware asks for that when a `script` fault stands.
 *
 * - `no-global`: loads without defining `window.CollectJS`
 * - `configure-throws`, `start-throws`: the call throws
 * - `hang`: `configure` returns and nothing follows, no iframes, no callback
 * - `fields-never`: the fields work and are never announced
 * - `callback-never`: a token is made and neither the callback nor the time-out is called
 * - `callback-late`: the callback comes forty seconds late, whatever has been configured since
 * - `callback-twice`: the callback comes twice with one token
 * - `token-empty`: the callback comes without a token
 */
export const scriptBehaviours = [
  'no-global',
  'configure-throws',
  'start-throws',
  'hang',
  'fields-never',
  'callback-never',
  'callback-late',
  'callback-twice',
  'token-empty',
] as const;
export type ScriptBehaviour = (typeof scriptBehaviours)[number];
