/**
 * The local gateway's Collect.js, with the real one's requests and messages. It adds an iframe of the gateway's origin
 * to each host element. The iframes send values to the gateway; the page learns only their validity, and gets a token.
 *
 * Sources: CJS is a public copy of the gateway's script. VD is a white-label copy of its documents.
 */
(() => {
  // The server replaces this name to make the script misbehave (see `scriptBehaviors`).
  const behavior = 'as-documented';
  /**
   * Whether `hostedScript` is `strict`: the script writes its frames as HTML, and doesn't start without an element for
   * `paymentSelector`. Both are guesses.
   */
  const isStrict = false;
  /** The delay of a late callback, in ms. No page waits that long for a token. */
  const lateCallbackMs = 40_000;
  /** How often to try to create a token, without pauses. Then the script gives up until the page is reloaded (CJS). */
  const createTries = 11;

  const styleOptions = ['customCss', 'validCss', 'invalidCss', 'placeholderCss', 'focusCss'];
  const callbackOptions = ['callback', 'validationCallback', 'fieldsAvailableCallback', 'timeoutCallback'];
  const knownOptions = new Set([
    ...['tokenizationKey', 'variant', 'paymentSelector', 'styleSniffer', 'googleFont', 'timeoutDuration'],
    ...['price', 'currency', 'country', 'fields'],
    ...styleOptions,
    ...callbackOptions,
  ]);
  const knownFieldOptions = new Set(['selector', 'title', 'placeholder']);

  const tag = document.currentScript;
  const gatewayOrigin = new URL(tag.src).origin;

  /** The default fields (CJS). */
  const defaultFields = {
    ccnumber: { selector: '#ccnumber', title: '', placeholder: '', enableCardBrandPreviews: false },
    ccexp: { selector: '#ccexp', title: '', placeholder: '' },
    cvv: { selector: '#cvv', title: '', placeholder: '', display: 'required' },
  };

  const readValue = (text) => {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  };

  /** Reads options from the data attributes of the script's tag: data-field-cvv-title is fields.cvv.title. */
  const readTag = (dataset) => {
    const options = { fields: {} };
    for (const [name, text] of Object.entries(dataset)) {
      const [, field, option] = /^field(Ccnumber|Ccexp|Cvv)([A-Z]\w*)$/.exec(name) ?? [];
      if (field === undefined) {
        options[name] = callbackOptions.includes(name) ? window[text] : readValue(text);
      } else {
        options.fields[field.toLowerCase()] ??= {};
        options.fields[field.toLowerCase()][option[0].toLowerCase() + option.slice(1)] = readValue(text);
      }
    }
    return options;
  };

  /** Merges options: each `configure` adds to the earlier options (CJS). */
  const merge = (before, options) => {
    const fields = { ...before.fields };
    for (const [field, fieldOptions] of Object.entries(options.fields ?? {}))
      fields[field] = { ...fields[field], ...fieldOptions };
    return { ...before, ...options, fields };
  };

  const isKnownFieldOption = (field, name) =>
    knownFieldOptions.has(name) || Object.hasOwn(defaultFields[field], name);

  /** Throws if an option is unknown or invalid, like the real script (CJS). */
  const check = (options) => {
    const unknown = Object.keys(options).filter((name) => !knownOptions.has(name));
    for (const [field, fieldOptions] of Object.entries(options.fields)) {
      if (!(field in defaultFields)) unknown.push(`fields.${field}`);
      else
        for (const name of Object.keys(fieldOptions))
          if (!isKnownFieldOption(field, name)) unknown.push(`fields.${field}.${name}`);
    }
    if (unknown.length > 0) throw new Error(`CollectJS: unknown configuration: ${unknown.join(', ')}`);
    if (typeof options.fields.ccnumber.enableCardBrandPreviews !== 'boolean')
      throw new Error('CollectJS: fields.ccnumber.enableCardBrandPreviews must be a boolean');
    if (!/^(.{6}(-.{6}){3}|checkout_public_.{32})$/.test(options.tokenizationKey))
      throw new Error('CollectJS: the tokenization key has an unknown format');
  };

  const request = async (path, init) => {
    const reply = await fetch(`${gatewayOrigin}/token/api/${path}`, { method: 'POST', ...init });
    if (!reply.ok) throw new Error(`CollectJS: the gateway returned status ${reply.status}`);
    return reply.json();
  };

  const createToken = async () => {
    const { tokenizationKey } = collect.config;
    for (let tries = 1; ; tries += 1) {
      try {
        return await request('create', { body: new URLSearchParams({ tokenizationKey }) });
      } catch (error) {
        if (tries === createTries) throw error;
      }
    }
  };

  const lookUp = (tokenId) =>
    request('lookup', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        tokenId,
        tokenizationKey: collect.config.tokenizationKey,
        cartCorrelationId: '',
      }),
    });

  const noAddress = { address1: null, address2: null, firstName: null, lastName: null };
  const noPlace = { postalCode: null, city: null, state: null, country: null, phone: null };
  const noWallet = {
    cardDetails: null,
    cardNetwork: null,
    email: null,
    billingInfo: { ...noAddress, ...noPlace },
    shippingInfo: { method: null, ...noAddress, ...noPlace },
  };

  /** The iframes that have sent their height since they were last drawn. */
  let resized = [];
  /** The fields whose values the gateway has stored for the token. */
  let completed = [];
  let hasCalledBack = false;
  let responseTimer;
  let initiatedBy;

  const postToFrames = (message) => {
    for (const iframe of Object.values(collect.iframes))
      iframe.contentWindow?.postMessage(message, gatewayOrigin);
  };

  const createFrame = (id, address) => {
    const iframe = document.createElement('iframe');
    Object.assign(iframe, { id, className: 'CollectJSInlineIframe', scrolling: 'no', src: address });
    Object.assign(iframe, { width: '100%', height: '22px' });
    return iframe;
  };

  const writeFrame = (id, address) => {
    const holder = document.createElement('div');
    holder.innerHTML = `<iframe id="${id}" name="${id}" class="CollectJSInlineIframe" width="100%" height="22px" scrolling="no" src="${address.replaceAll('&', '&amp;')}"></iframe>`;
    return holder.firstElementChild;
  };

  const addressOf = (field, token) => {
    const { title, placeholder, enableCardBrandPreviews, display } = collect.config.fields[field];
    const query = new URLSearchParams({
      tokenizationKey: collect.config.tokenizationKey,
      cartCorrelationId: '',
      token,
      elementId: field,
      title,
      placeholder,
      ...(field === 'ccnumber' && { enableCardBrandPreviews }),
      ...(field === 'cvv' && { cvvDisplay: display }),
    });
    return `${gatewayOrigin}/token/inline.php?${query}`;
  };

  const stylingOf = (token) => {
    const { customCss, invalidCss, validCss, placeholderCss, focusCss, googleFont = '' } = collect.config;
    return {
      action: 'styling',
      // The style sniffer, which isn't emulated, would set this.
      style: {},
      customStyle: customCss,
      invalidStyle: invalidCss,
      validStyle: validCss,
      placeholderStyle: placeholderCss,
      focusStyle: focusCss,
      token,
      googleFont,
    };
  };

  /** Creates the iframes. Silently skips fields without a host element (CJS). */
  const buildFrames = (token) => {
    resized = [];
    for (const [field, { selector, display }] of Object.entries(collect.config.fields)) {
      const host = document.querySelector(selector);
      if (host === null || display === 'hide') continue;
      const id = `CollectJSInline${field}`;
      const iframe = (isStrict ? writeFrame : createFrame)(id, addressOf(field, token));
      iframe.style.display = 'block';
      iframe.addEventListener('load', () =>
        iframe.contentWindow.postMessage(stylingOf(token), gatewayOrigin),
      );
      if (host.contains(collect.iframes[field] ?? null)) collect.iframes[field].remove();
      host.append(iframe);
      collect.iframes[field] = iframe;
    }
  };

  const showValidity = (field, isValid, message) => {
    const { classList } = collect.iframes[field];
    classList.toggle('CollectJSValid', isValid);
    classList.toggle('CollectJSInvalid', !isValid);
    collect.config.validationCallback?.(field, isValid, message);
  };

  /** Calls the callback and fetches the next token before it ends the submission (CJS). */
  const callBack = (response) => {
    if (hasCalledBack || behavior === 'callback-never') return;
    hasCalledBack = true;
    collect.config.callback?.(behavior === 'token-empty' ? { ...response, token: '' } : response);
    if (behavior === 'callback-twice') collect.config.callback?.(response);
    clearTimeout(responseTimer);
    completed = [];
    collect.tokenPromise = createToken();
    // As in the real script, nothing handles a rejection.
    collect.tokenPromise.then(({ token }) => {
      postToFrames({ action: 'newToken', token });
      hasCalledBack = false;
    });
    collect.inSubmission = false;
  };

  /** Looks up the card and calls back. If the lookup fails, neither the callback nor the timeout follows (CJS). */
  const finish = async (token) => {
    clearTimeout(responseTimer);
    const { card, check } = await lookUp(token);
    const response = { tokenType: 'inline', token, initiatedBy, card, check, wallet: noWallet };
    if (behavior === 'callback-late') setTimeout(callBack, lateCallbackMs, response);
    else callBack(response);
  };

  const dispatch = (type, field, detail) =>
    collect.iframes[field].dispatchEvent(new CustomEvent(type, { bubbles: true, cancelable: true, detail }));

  const messageHandlers = {
    resize({ fieldId, height }) {
      collect.iframes[fieldId].style.height = `${height}px`;
      resized.push(fieldId);
      if (resized.length === Object.keys(collect.iframes).length && behavior !== 'fields-never')
        collect.config.fieldsAvailableCallback?.();
    },
    focus: ({ elementId }) => dispatch('focus', elementId),
    blur: ({ elementId, empty }) => dispatch('blur', elementId, { empty }),
    validationError: ({ fieldId, message }) => showValidity(fieldId, false, message),
    validationSuccess: ({ elementId }) => showValidity(elementId, true, 'Success'),
    SaveEmptyField({ elementId }) {
      const isOptional = elementId === 'cvv' && collect.config.fields.cvv.display !== 'required';
      if (!isOptional) showValidity(elementId, false, 'Field is empty');
    },
    async FinalizeMultipartToken({ elementId, token, response }) {
      const current = await collect.tokenPromise;
      if (response !== 'success' || token !== current.token) return;
      completed.push(elementId);
      const { display } = collect.config.fields.cvv;
      const required = ['ccnumber', 'ccexp', ...(display === 'required' ? ['cvv'] : [])];
      if (required.every((field) => completed.includes(field))) await finish(token);
    },
  };

  window.addEventListener('message', ({ origin, source, data }) => {
    const isOurs = Object.values(collect.iframes).some(({ contentWindow }) => contentWindow === source);
    if (origin === gatewayOrigin && isOurs && Object.hasOwn(messageHandlers, data?.action))
      messageHandlers[data.action](data);
  });

  /** Starts the timer that ends a submission without a callback. A duration of 0 means no timeout (VD). */
  const startTimer = () => {
    const { timeoutDuration = 0 } = collect.config;
    if (timeoutDuration === 0) return;
    responseTimer = setTimeout(() => {
      completed = [];
      collect.config.timeoutCallback?.();
      collect.inSubmission = false;
    }, timeoutDuration);
  };

  /**
   * Starts a submission. Until the callback or timeout, another start does nothing, and a field that becomes valid
   * continues it. The submission, timer and late responses outlive `configure`, and use the newest callbacks (CJS).
   */
  const start = (event, token) => {
    if (isStrict && document.querySelector(collect.config.paymentSelector || ':not(*)') === null) return;
    if (event instanceof Event) {
      event.preventDefault();
      initiatedBy = event;
    }
    if (collect.inSubmission) return;
    collect.inSubmission = true;
    completed = [];
    startTimer();
    postToFrames({ action: 'SaveMultipartToken', token });
  };

  const collect = {
    config: { fields: defaultFields },
    iframes: {},
    inSubmission: false,
    tokenPromise: undefined,
    configure(options = {}) {
      if (behavior === 'configure-throws') throw new Error('CollectJS: could not be configured');
      const config = merge(collect.config, options);
      check(config);
      // The real script also has a lightbox variant, which is its default.
      if (config.variant !== 'inline') throw new Error('CollectJS: only the inline variant is available');
      for (const button of paymentButtons()) button.removeEventListener('click', startPaymentRequest);
      collect.config = config;
      for (const button of paymentButtons()) button.addEventListener('click', startPaymentRequest);
      if (behavior !== 'hang') collect.tokenPromise.then(({ token }) => buildFrames(token));
    },
    startPaymentRequest: (event) => startPaymentRequest(event),
    clearInputs: () => postToFrames({ action: 'ClearInput' }),
    /** Does nothing. In the real script, this closes the lightbox variant. */
    closePaymentRequest: () => {},
  };

  const paymentButtons = () => document.querySelectorAll(collect.config.paymentSelector || ':not(*)');

  const startPaymentRequest = (event) => {
    if (behavior === 'start-throws') throw new Error('CollectJS: the payment request could not be started');
    collect.tokenPromise.then(
      ({ token }) => start(event, token),
      () => console.log("CollectJS: can't start a payment request without a token"),
    );
  };

  /** Loads the script's styles. The page's `style-src` policy must allow the gateway (CJS). */
  const loadStyles = () => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = `${gatewayOrigin}/token/styles.css`;
    document.head.append(link);
  };

  const tagOptions = readTag(tag.dataset);
  collect.config = merge(collect.config, tagOptions);
  check(collect.config);
  loadStyles();
  collect.tokenPromise = createToken();
  if (behavior === 'no-global') return;
  if ('CollectJS' in window) {
    // Loading the script again loses the earlier state and makes the script unusable.
    Object.assign(collect, { configure: () => void undefined.fields, startPaymentRequest: () => {} });
  } else if (Object.keys(tagOptions.fields).length > 0) collect.configure();
  window.CollectJS = collect;
})();
