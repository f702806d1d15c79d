export const element = (name, properties, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

/** Sends a request, with `body` as JSON if it is set. Then the console reloads its data. */
export const send = async (method, path, body) => {
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(path, { method, ...(body && { headers, body: JSON.stringify(body) }) });
  document.dispatchEvent(new Event('change-sent'));
  return reply;
};

/** Creates a button that sends a request, then focuses its section's heading, because the button can disappear. */
export const actionButton = (text, label, ...request) => {
  const onclick = async ({ currentTarget }) => {
    const heading = currentTarget.closest('section').querySelector('h2');
    await send(...request);
    heading.focus();
  };
  return element('button', { type: 'button', ariaLabel: label, onclick }, text);
};

export const heading = (title) => ({ node: element('h3', {}, title) });

/** Creates a line about the response of `path`, which it fetches once. `partsOf` returns the line's nodes. */
export const createFact = (path, partsOf) => {
  const node = element('p', {});
  void fetch(path).then(async (reply) => {
    const answer = await reply.json();
    node.replaceChildren(...(reply.ok ? partsOf(answer) : [answer.detail]));
  });
  return { node };
};

const maxRows = 200;

/** Creates a table of the rows that `path` returns. A column is a row's property, or a function that returns a cell. */
export const createTable = (path, empty, columns) => {
  const node = element('div', { className: 'table' });
  const cells = Object.entries(columns);
  const draw = (rows) => {
    const titles = cells.map(([title]) => element('th', { scope: 'col' }, title));
    // Narrow windows show a row as a list, in which `title` names the values.
    const cellOf =
      (row) =>
      ([title, cell]) =>
        element('td', { title }, (typeof cell === 'string' ? row[cell] : cell(row)) ?? '');
    const lines = rows.map((row) => element('tr', {}, ...cells.map(cellOf(row))));
    const head = element('thead', {}, element('tr', {}, ...titles));
    return element('table', {}, head, element('tbody', {}, ...lines));
  };
  let drawn;
  return {
    node,
    /** Fetches the rows. Redraws the table only if they have changed, to keep the focus. */
    async refresh() {
      const reply = await fetch(path);
      const text = await reply.text();
      if (!reply.ok || text === drawn) return;
      drawn = text;
      const rows = JSON.parse(text).slice(0, maxRows);
      node.replaceChildren(rows.length === 0 ? element('p', {}, empty) : draw(rows));
    },
  };
};
