/** Draws `rows` as a table. A column is `{ title, cell(row) }`, where `cell` returns a text or an element. */
export const drawTable = (container, columns, rows, emptyText) => {
  if (rows.length === 0) {
    container.replaceChildren(element('p', { className: 'empty' }, emptyText));
    return;
  }
  const titles = columns.map(({ title }) => element('th', { scope: 'col' }, title));
  const lines = rows.map((row) =>
    element('tr', {}, ...columns.map(({ cell }) => element('td', {}, cell(row)))),
  );
  const head = element('thead', {}, element('tr', {}, ...titles));
  container.replaceChildren(element('table', {}, head, element('tbody', {}, ...lines)));
};

/** An element with these properties and children: texts or elements. */
export const element = (name, properties, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};
