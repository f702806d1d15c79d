/**
 * One hosted card field, inside its iframe. The page is sent whether it is valid and, at the end, a token; the
 * values themselves only go to the sibling that holds the card number, and from there to the gateway.
 */
import { brandOf, formats } from './format.js';
import { styleInput } from './styles.js';

const access = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
const input = document.querySelector('input');
const brandLabel = document.querySelector('#brand');
const messageLabel = document.querySelector('#message');
/** The other fields' frames. They post to each other directly: a browser that blocks storage refuses channels, too. */
const siblings = new EventTarget();
const postToSiblings = (message) => {
  for (let index = 0; index < parent.length; index += 1)
    if (parent[index] !== window)
      parent[index].postMessage({ ...message, nonce: access.nonce, isSibling: true }, location.origin);
};
const connectionFailed = 'Connection to tokenization service failed';

let optional = false;
let brandPreview = false;
let checks = 0;

const postToPage = (message) => {
  parent.postMessage({ ...message, nonce: access.nonce }, access.page);
};

const post = async (path, body) => {
  const reply = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tokenizationKey: access.key, ...body }),
  });
  return { status: reply.status, body: await reply.json() };
};

/** Asks the gateway whether the value is right. A reply that comes after a newer check has begun is dropped. */
const validate = async () => {
  checks += 1;
  const check = checks;
  const result = await requestCheck(input.value).catch(() => ({ valid: false, message: connectionFailed }));
  if (check === checks) show(result);
};

const requestCheck = async (value) => {
  if (optional && value === '') return { valid: true, message: 'Success' };
  const { status, body } = await post('/token/api/check', { field: input.id, value });
  return status === 200 ? body : { valid: false, message: connectionFailed };
};

const show = ({ valid, message }) => {
  input.classList.toggle('valid', valid);
  input.classList.toggle('invalid', !valid);
  input.setAttribute('aria-invalid', String(!valid));
  messageLabel.textContent = valid ? '' : message;
  postToPage({ type: 'validity', valid, message });
};

const clear = () => {
  checks += 1;
  input.value = '';
  input.classList.remove('valid', 'invalid');
  input.removeAttribute('aria-invalid');
  messageLabel.textContent = '';
  brandLabel.textContent = '';
};

const tokenise = async ({ token, fields }) => {
  const values = await valuesOf(fields);
  const { status, body } = await post('/token/api/tokens', { token, ...values }).catch(() => ({
    status: 0,
    body: {},
  }));
  if (status === 201) postToPage({ type: 'token', response: body });
  else if (status === 422) postToPage({ type: 'refused', refusedField: body.field, message: body.detail });
  else postToPage({ type: 'failed', message: connectionFailed });
};

const valuesOf = (fields) => {
  const values = { [input.id]: input.value };
  return new Promise((resolve) => {
    const collect = ({ data }) => {
      if (data.type === 'value') values[data.field] = data.value;
      if (!fields.every((field) => field in values)) return;
      siblings.removeEventListener('message', collect);
      resolve(values);
    };
    siblings.addEventListener('message', collect);
    postToSiblings({ type: 'request' });
    collect({ data: {} });
  });
};

siblings.addEventListener('message', ({ data }) => {
  if (data.type === 'request') postToSiblings({ type: 'value', field: input.id, value: input.value });
});

input.addEventListener('input', ({ inputType = '' }) => {
  formats[input.id](input, inputType.startsWith('delete'));
  if (brandPreview) brandLabel.textContent = brandOf(input.value).name;
});
input.addEventListener('blur', validate);

const handlers = {
  setup({ title, placeholder, styles, ...settings }) {
    ({ optional, brandPreview } = settings);
    document.title = title;
    input.setAttribute('aria-label', title);
    input.setAttribute('aria-required', String(!optional));
    input.placeholder = placeholder;
    brandLabel.hidden = !brandPreview;
    styleInput(styles);
    input.readOnly = false;
    postToPage({ type: 'available', height: input.offsetHeight });
  },
  validate,
  clear,
  tokenise,
};

window.addEventListener('message', ({ origin, source, data }) => {
  if (origin === location.origin && data?.isSibling && data.nonce === access.nonce)
    siblings.dispatchEvent(new MessageEvent('message', { data }));
  if (origin !== access.page || source !== parent || data?.nonce !== access.nonce) return;
  if (Object.hasOwn(handlers, data.type)) handlers[data.type](data);
});

postToPage({ type: 'loaded' });
