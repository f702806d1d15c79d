import { element, send } from './elements.js';

/** Creates a field. `read` converts the control's text into a JSON value. Requests omit empty fields. */
const createField = (name, label, control, read = String) => ({
  name,
  node: element('label', { className: control.className }, label, control),
  value: () => (control.value === '' ? undefined : read(control.value)),
  show(value) {
    control.value = value;
  },
});

const createInput = (name, properties) =>
  element('input', { name, maxLength: 1000, spellcheck: false, autocomplete: 'off', ...properties });

export const text = (name, label, properties, read) =>
  createField(name, label, createInput(name, properties), read);

export const number = (name, label, properties) =>
  text(name, label, { type: 'number', min: 0, step: 1, ...properties }, Number);

/** Creates a field for dollars, which requests contain as cents. */
export const dollars = (name, label, min) =>
  text(name, label, { type: 'number', min, step: 0.01 }, (entered) => Math.round(Number(entered) * 100));

export const textArea = (name, label, properties, read) =>
  createField(
    name,
    label,
    element('textarea', { name, className: 'wide', spellcheck: false, ...properties }),
    read,
  );

/** Creates a select. `options` is an object, or a list such as `(none), delay, hold (until removed)`. */
export const choice = (name, label, options, read) => {
  const listed = (list) => list.split(', ').map((option) => [/^[^ (]*/.exec(option)[0], option]);
  const entries = typeof options === 'string' ? listed(options) : Object.entries(options);
  const items = entries.map(([value, words]) => element('option', { value }, words));
  return createField(name, label, element('select', { name }, ...items), read);
};

const createBox = (label, properties) => {
  const box = element('input', { type: 'checkbox', ...properties });
  return { box, node: element('label', { className: 'box' }, box, label) };
};

export const checkbox = (name, label) => {
  const { box, node } = createBox(label, { name });
  const show = (value) => {
    box.checked = value;
  };
  return { name, node, value: () => box.checked, show };
};

export const checkboxes = (name, legend, options) => {
  const boxes = Object.entries(options).map(([value, label]) => createBox(label, { name, value }));
  const labels = boxes.map(({ node }) => node);
  const node = element('fieldset', { className: 'wide' }, element('legend', {}, legend), ...labels);
  return {
    name,
    node,
    value: () => boxes.filter(({ box }) => box.checked).map(({ box }) => box.value),
    show(values) {
      for (const { box } of boxes) box.checked = values.includes(box.value);
    },
  };
};

export const words = (name, label) => {
  const field = text(name, label, { className: 'wide' });
  return {
    ...field,
    value: () => field.value()?.split(/\s+/).filter(Boolean) ?? [],
    show: (list) => field.show(list.join(' ')),
  };
};

/**
 * Creates a form. Each button has a path and, optionally, the fields to send or a function that returns the body.
 * The default is all fields.
 * @param source the address of the current values, if the form changes values
 */
export const createForm = (title, fields, buttons, source) => {
  const problem = element('p', { className: 'problem', role: 'alert' });
  const show = async (reply) => {
    if (!reply.ok) return;
    const values = await reply.json();
    for (const field of fields) field.show(values[field.name]);
  };
  const submit = async (path, part) => {
    const values = Object.fromEntries(fields.map(({ name, value }) => [name, value()]));
    const picked = Array.isArray(part)
      ? Object.fromEntries(part.map((name) => [name, values[name]]))
      : values;
    const body = typeof part === 'function' ? part(values) : picked;
    const reply = await send(source ? 'PATCH' : 'POST', path, body);
    problem.textContent = reply.ok ? '' : (await reply.json()).detail;
    if (source) await show(reply);
  };
  const onsubmit = (event) => {
    event.preventDefault();
    submit(...buttons[event.submitter.value]).catch((error) => {
      problem.textContent = error instanceof SyntaxError ? 'This is not valid JSON' : String(error);
    });
  };
  if (source) void fetch(source).then(show);
  const controls = [
    ...fields.map(({ node }) => node),
    ...Object.keys(buttons).map((value) => element('button', { type: 'submit', value }, value)),
  ];
  return {
    node: element('form', { ariaLabel: title, onsubmit }, element('h3', {}, title), ...controls, problem),
  };
};
