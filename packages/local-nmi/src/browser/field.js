/**
 * A hosted card field in an iframe. It sends its value to the gateway, and the result of the check to the page.
 *
 * Requests and messages use the names of Collect.js (CJS) and NMI's Payment Component (`@nmipayments/nmi-pay` 1.0.2).
 * Neither shows what the real page does in between, so comments mark guesses.
 */
import { brandOf, formats } from './format.js';
import { styleInput } from './styles.js';

const query = new URLSearchParams(location.search);
const parameter = (name) => query.get(name) ?? '';
const elementId = parameter('elementId');
const tokenizationKey = parameter('tokenizationKey');
const title = parameter('title');
const isOptional = ['show', 'hide'].includes(parameter('cvvDisplay'));
const hasBrandPreview = parameter('enableCardBrandPreviews') === 'true';
const connectionFailed = 'Connection to tokenization service failed';
const emptyMessage = 'Field is empty';

const input = document.querySelector('input');
const brandLabel = document.querySelector('#brand');
const messageLabel = document.querySelector('#message');

let token = parameter('token');
/** Whether the page has requested this field's part of the token. */
let isAsked = false;
let checks = 0;

/** Posts a message to the page. Any page that frames the field can read it, so messages never contain the value. */
const postToPage = (action, content) => parent?.postMessage({ action, ...content }, '*');

/** Sends the value to the gateway. Resolves with an error message, or with undefined if the gateway saved it. */
const save = async (value) => {
  const data = [{ elementId, value }];
  const reply = await fetch('/token/api/save_multipart_token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tokenId: token, tokenizationKey, cartCorrelationId: '', data }),
  });
  if (!reply.ok) return connectionFailed;
  return (await reply.json()).error;
};

const show = (error) => {
  const isValid = error === undefined;
  input.classList.toggle('valid', isValid);
  input.classList.toggle('invalid', !isValid);
  input.setAttribute('aria-invalid', String(!isValid));
  messageLabel.textContent = error ?? '';
  postToPage('nmi-input', { elementId, isValid, message: error ?? 'Success' });
};

/** Saves and checks the value in one request (guess). Ignores the response if a newer check has started. */
const checkTyped = async () => {
  checks += 1;
  const check = checks;
  const saved = token;
  const error = await save(input.value).catch(() => connectionFailed);
  if (check !== checks) return;
  show(error);
  if (error !== undefined) {
    postToPage('validationError', { fieldId: elementId, message: error });
    return;
  }
  postToPage('validationSuccess', { elementId });
  if (isAsked) postToPage('FinalizeMultipartToken', { elementId, token: saved, response: 'success' });
};

const checkEmpty = () => {
  checks += 1;
  show(isOptional ? undefined : emptyMessage);
  if (isOptional) postToPage('validationSuccess', { elementId });
  else postToPage('validationError', { fieldId: elementId, message: emptyMessage });
};

/** Checks the field on blur (guess). Posts `blur` last, because the component shows messages only after it. */
const onBlur = async () => {
  const isEmpty = input.value === '';
  if (isEmpty) checkEmpty();
  else await checkTyped();
  postToPage('blur', { elementId, empty: isEmpty });
};

const clear = () => {
  checks += 1;
  input.value = '';
  input.classList.remove('valid', 'invalid');
  input.removeAttribute('aria-invalid');
  messageLabel.textContent = '';
  brandLabel.textContent = '';
};

const handlers = {
  styling(styles) {
    styleInput(styles);
    // The component loads each frame twice. The input is read-only without a token, so no typed value gets lost.
    input.readOnly = token === 'placeholder';
    postToPage('resize', { fieldId: elementId, height: input.offsetHeight });
  },
  focusField: () => input.focus(),
  async SaveMultipartToken(message) {
    // Silently ignore messages for another token (EX).
    if (message.token !== token) return;
    isAsked = true;
    if (input.value !== '') {
      await checkTyped();
      return;
    }
    // Guess: clear the token's earlier value. The empty field then responds about as late as the others.
    await save('').catch(() => connectionFailed);
    show(isOptional ? undefined : emptyMessage);
    postToPage('SaveEmptyField', { elementId });
  },
  newToken(message) {
    token = message.token;
    isAsked = false;
  },
  ClearInput: clear,
};

window.addEventListener('message', ({ source, data }) => {
  if (source === parent && Object.hasOwn(handlers, data?.action)) handlers[data.action](data);
});

input.addEventListener('input', ({ inputType = '' }) => {
  formats[elementId](input, inputType.startsWith('delete'));
  if (hasBrandPreview) brandLabel.textContent = brandOf(input.value).name;
});
input.addEventListener('focus', () => postToPage('focus', { elementId }));
input.addEventListener('blur', onBlur);

if (title !== '') {
  document.title = title;
  input.setAttribute('aria-label', title);
}
input.placeholder = parameter('placeholder');
input.setAttribute('aria-required', String(!isOptional));
brandLabel.hidden = !hasBrandPreview;
