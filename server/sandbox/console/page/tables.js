/** Draws `rows` as a table. A column is `{ title, cell(row) }`, where `cell` answers a text or an element. */
export function drawTable(container, columns, rows, emptyText) {
  if (rows.length === 0) {
    container.replaceChildren(element('p', emptyText, 'empty'));
    return;
  }
  const head = document.createElement('tr');
  for (const { title } of columns) {
    const cell = element('th', title);
    cell.scope = 'col';
    head.append(cell);
  }
  const body = document.createElement('tbody');
  for (const row of rows) {
    const line = document.createElement('tr');
    for (const { cell } of columns) {
      const data = document.createElement('td');
      data.append(cell(row));
      line.append(data);
    }
    body.append(line);
  }
  const table = document.createElement('table');
  table.createTHead().append(head);
  table.append(body);
  container.replaceChildren(table);
}

/** An element with a text and, where given, a class. */
export function element(name, text, className = '') {
  const made = document.createElement(name);
  made.textContent = text;
  if (className !== '') made.className = className;
  return made;
}
