/** The element with that id. */
export const $ = (id) => document.getElementById(id);

/** Sends a request, with `body` as JSON where there is one. */
export const send = (method, path, body) =>
  fetch(path, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });

export const postJson = (path, body) => send('POST', path, body);

/** What was filled into a form, by name; `read` has a function for each field that is no text. */
export const filledFields = (form, read = {}) => {
  const filled = [...new FormData(form)].filter(([, value]) => value !== '');
  return Object.fromEntries(filled.map(([name, value]) => [name, read[name]?.(value) ?? value]));
};

/**
 * Has a form do its work when it is sent: `work(form, name of the button)` answers a response, whose refusal is shown in the
 * form's `.problem`. Then `refresh` draws what came of it.
 */
export const onSubmit = (id, refresh, work) =>
  $(id).addEventListener('submit', async (event) => {
    event.preventDefault();
    const form = event.currentTarget;
    const problem = form.querySelector('.problem');
    try {
      const reply = await work(form, event.submitter?.value);
      problem.textContent = reply.ok ? '' : (await reply.json()).detail;
    } catch (error) {
      problem.textContent = error instanceof SyntaxError ? 'That is not JSON' : String(error);
    }
    await refresh();
  });
