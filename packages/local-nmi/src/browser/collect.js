/**
 * The local gateway's Collect.js: the documented script's API, and its habits. It puts one iframe of the
 * gateway's origin into each host node, reports to the page what is valid, and hands it a payment token. No card data
 * passes through the page: the iframes share it among themselves.
 *
 * Where its habits are attested: CJS is a public copy of the gateway's script, VD a white-label copy of its documents.
 */
(() => {
  // The server writes another name here when the script is to misbehave: see script-behaviours.ts.
  const behaviour = 'as-documented';
  /**
   * True by the setting `hostedScript`. Then, like the real script (CJS), this one fetches its token when it loads and never
   * retries, writes its untitled frames as HTML, and stays silent where a lookup fails or no `paymentSelector` fits.
   */
  const isStrict = false;
  /** Later than any page waits for a token. */
  const lateCallbackMs = 40_000;
  /** How often the script asks for a token, without a pause, before it only logs that (CJS). */
  const tokenTries = 11;

  const fieldTitles = { ccnumber: 'Card number', ccexp: 'Expiry', cvv: 'CVV' };
  const styleOptions = ['customCss', 'validCss', 'invalidCss', 'placeholderCss', 'focusCss'];
  const callbackOptions = ['callback', 'validationCallback', 'fieldsAvailableCallback', 'timeoutCallback'];
  const knownOptions = new Set([
    ...['tokenizationKey', 'variant', 'paymentSelector', 'styleSniffer', 'googleFont', 'timeoutDuration'],
    ...['price', 'currency', 'country', 'fields'],
    ...styleOptions,
    ...callbackOptions,
  ]);
  const knownFieldOptions = new Set('selector title placeholder display enableCardBrandPreviews'.split(' '));

  const tag = document.currentScript;
  const gatewayOrigin = new URL(tag.src).origin;

  /** Every data-* attribute of the script's tag is an option: data-field-cvv-title is fields.cvv.title. */
  const readTag = (dataset) => {
    const options = {};
    for (const [name, text] of Object.entries(dataset)) {
      const [, field, option] = /^field(Ccnumber|Ccexp|Cvv)([A-Z]\w*)$/.exec(name) ?? [];
      if (field === undefined) {
        options[name] = callbackOptions.includes(name) ? window[text] : readValue(text);
      } else {
        options.fields ??= {};
        options.fields[field.toLowerCase()] ??= {};
        options.fields[field.toLowerCase()][option[0].toLowerCase() + option.slice(1)] = readValue(text);
      }
    }
    return options;
  };

  const readValue = (text) => {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  };
  const tagOptions = readTag(tag.dataset);

  let form;
  let fieldsWereAvailable = false;
  // A submission and its timer are the script's: they outlive `configure`, and what comes of them reaches the newest
  // callbacks (CJS).
  let isSubmitting = false;
  let timer;
  let nextToken;

  /** A token for the next submission; null when that failed again and again. */
  const fetchToken = async ({ tokenizationKey }) => {
    const key = encodeURIComponent(tokenizationKey ?? '');
    for (let tries = 0; tries < tokenTries; tries += 1) {
      try {
        const reply = await fetch(`${gatewayOrigin}/token/api/token?tokenization_key=${key}`);
        if (reply.ok) return (await reply.json()).token;
      } catch {
        // The next try may succeed.
      }
    }
    console.log('CollectJS: a payment token could not be fetched');
    return null;
  };

  /** Ends a submission by its callback. The token of the next one is fetched at once (CJS). */
  const deliver = (response) => {
    if (behaviour === 'callback-never') return;
    clearTimeout(timer);
    isSubmitting = false;
    const { settings } = form;
    nextToken = fetchToken(settings);
    settings.callback?.(behaviour === 'token-empty' ? { ...response, token: '' } : response);
    if (behaviour === 'callback-twice') settings.callback?.(response);
  };

  /** A submission that no callback ends is over with its time-out; 0 is none (VD). */
  const startTimer = () => {
    const { timeoutDuration } = form.settings;
    if (!(timeoutDuration > 0) || behaviour === 'callback-never') return;
    timer = setTimeout(() => {
      isSubmitting = false;
      form.settings.timeoutCallback?.();
    }, timeoutDuration);
  };

  /** Unknown options throw, and previews of brands that are neither on nor off (CJS). */
  const readOptions = (options) => {
    const settings = { ...tagOptions, ...options, fields: { ...tagOptions.fields, ...options.fields } };
    const unknown = Object.keys(settings).filter((name) => !knownOptions.has(name));
    for (const [field, fieldOptions] of Object.entries(settings.fields)) {
      if (!(field in fieldTitles)) unknown.push(`fields.${field}`);
      for (const name of Object.keys(fieldOptions)) {
        if (!knownFieldOptions.has(name)) unknown.push(`fields.${field}.${name}`);
      }
    }
    if (unknown.length > 0) throw new Error(`CollectJS: unknown configuration: ${unknown.join(', ')}`);
    for (const [field, { enableCardBrandPreviews }] of Object.entries(settings.fields)) {
      if (!['undefined', 'boolean'].includes(typeof enableCardBrandPreviews))
        throw new Error(`CollectJS: fields.${field}.enableCardBrandPreviews must be a boolean`);
    }
    if (settings.variant !== 'inline') throw new Error('CollectJS: only the inline variant is available');
    return settings;
  };

  const createForm = (settings) => {
    const nonce = crypto.randomUUID();
    const listening = new AbortController();
    const frames = new Map();
    let tokenising = false;

    // The nodes of this moment: one that the page replaces before the iframes are attached stays without.
    const hosts = Object.keys(fieldTitles)
      .filter((field) => settings.fields[field]?.display !== 'hide')
      .map((field) => [field, document.querySelector(settings.fields[field]?.selector ?? `#${field}`)]);

    const open = async () => {
      if (isStrict) {
        // As with the real script, nothing handles the rejection after the last try.
        if ((await nextToken) === null)
          throw new Error('CollectJS: there is no token to open the fields with');
        if (!listening.signal.aborted) connect();
        return;
      }
      const key = encodeURIComponent(settings.tokenizationKey ?? '');
      const reply = await fetch(`${gatewayOrigin}/token/api/configuration?tokenization_key=${key}`);
      await reply.text();
      if (!reply.ok) throw new Error(`Request failed with status code ${reply.status}`);
      if (listening.signal.aborted) return;
      // That a token is fetched with the first fields, and again where none came, is a guess.
      nextToken = nextToken ? nextToken.then((token) => token ?? fetchToken(settings)) : fetchToken(settings);
      connect();
    };

    const connect = () => {
      window.addEventListener('message', receive, { signal: listening.signal });
      const { paymentSelector } = settings;
      for (const button of paymentSelector ? document.querySelectorAll(paymentSelector) : [])
        button.addEventListener('click', start, { signal: listening.signal });
      for (const [field, host] of hosts) if (host !== null) attach(field, host);
    };

    const createFrame = (field, address) => {
      const iframe = document.createElement('iframe');
      iframe.className = 'CollectJSInlineIframe';
      iframe.title = settings.fields[field]?.title ?? fieldTitles[field];
      iframe.src = address;
      return iframe;
    };

    /** Without a title. That the script writes HTML is the worst case of a page with Trusted Types: CJS has no need to. */
    const writeFrame = (field, address) => {
      const holder = document.createElement('div');
      const name = `CollectJSInline${field}`;
      holder.innerHTML = `<iframe id="${name}" name="${name}" class="CollectJSInlineIframe" width="100%" height="22px" scrolling="no" src="${address.replaceAll('&', '&amp;')}"></iframe>`;
      const iframe = holder.firstElementChild;
      iframe.style.display = 'block';
      return iframe;
    };

    const attach = (field, host) => {
      const access = new URLSearchParams({ nonce, page: location.origin, key: settings.tokenizationKey });
      const address = `${gatewayOrigin}/token/fields/${field}#${access}`;
      const iframe = isStrict ? writeFrame(field, address) : createFrame(field, address);
      frames.set(field, { iframe, available: false, valid: false });
      host.append(iframe);
    };

    const receive = ({ origin, source, data }) => {
      if (origin !== gatewayOrigin || data?.nonce !== nonce) return;
      const [field] = [...frames].find(([, { iframe }]) => iframe.contentWindow === source) ?? [];
      if (field !== undefined) messageHandlers[data.type]?.(field, data);
    };

    const post = (field, message) => {
      frames.get(field).iframe.contentWindow?.postMessage({ ...message, nonce }, gatewayOrigin);
    };

    /** Without a token to give nothing is said, and only the time-out ends the submission (CJS). */
    const tokeniseWhenValid = async () => {
      const valid = frames.size === hosts.length && [...frames.values()].every((frame) => frame.valid);
      if (!isSubmitting || tokenising || !valid) return;
      tokenising = true;
      const token = await nextToken;
      if (token === null) tokenising = false;
      else post('ccnumber', { type: 'tokenise', token, fields: [...frames.keys()] });
    };

    const messageHandlers = {
      loaded: (field) => post(field, { type: 'setup', ...setupOf(field) }),
      available(field, { height }) {
        frames.get(field).available = true;
        frames.get(field).iframe.style.height = `${height}px`;
        const all = frames.size === hosts.length && [...frames.values()].every(({ available }) => available);
        // The real script announces the fields after each `configure` (CJS).
        if (!all || (fieldsWereAvailable && !isStrict) || behaviour === 'fields-never') return;
        fieldsWereAvailable = true;
        settings.fieldsAvailableCallback?.();
      },
      validity(field, { valid, message }) {
        const frame = frames.get(field);
        frame.valid = valid;
        frame.iframe.classList.toggle('CollectJSValid', valid);
        frame.iframe.classList.toggle('CollectJSInvalid', !valid);
        settings.validationCallback?.(field, valid, message);
        tokeniseWhenValid();
      },
      refused(_field, { refusedField, message }) {
        tokenising = false;
        messageHandlers.validity(refusedField, { valid: false, message });
      },
      /** The real script has stopped its timer by then, and stays in submission (CJS). */
      failed(field, { message }) {
        if (isStrict) clearTimeout(timer);
        else messageHandlers.refused(field, { refusedField: field, message });
      },
      token(_field, { response }) {
        tokenising = false;
        if (behaviour === 'callback-late') setTimeout(deliver, lateCallbackMs, response);
        else deliver(response);
      },
    };

    const setupOf = (field) => {
      const options = settings.fields[field] ?? {};
      return {
        title: options.title ?? fieldTitles[field],
        placeholder: options.placeholder ?? '',
        optional: options.display === 'show',
        brandPreview: options.enableCardBrandPreviews === true,
        styles: Object.fromEntries(styleOptions.map((name) => [name, settings[name] ?? {}])),
      };
    };

    /** The real script says nothing at all of a start without a token; that a selector is needed is hearsay. */
    const isReady = async () =>
      document.querySelector(settings.paymentSelector || ':not(*)') !== null && (await nextToken) !== null;

    /**
     * In submission until the callback or the time-out: a second start does nothing, and a field that is made valid
     * later goes on by itself (CJS).
     */
    const start = async (event) => {
      event?.preventDefault?.();
      if (isStrict && !(await isReady())) return;
      if (isSubmitting) return;
      isSubmitting = true;
      startTimer();
      for (const [field, frame] of frames) {
        frame.valid = false;
        post(field, { type: 'validate' });
      }
    };

    return {
      settings,
      open,
      start,
      clear() {
        for (const [field, frame] of frames) {
          frame.valid = false;
          frame.iframe.classList.remove('CollectJSValid', 'CollectJSInvalid');
          post(field, { type: 'clear' });
        }
      },
      remove() {
        listening.abort();
        for (const { iframe } of frames.values()) iframe.remove();
      },
    };
  };

  const configure = (options = {}) => {
    if (behaviour === 'configure-throws') throw new Error('CollectJS: could not be configured');
    const settings = readOptions(options);
    form?.remove();
    form = createForm(settings);
    // As with the real script, nothing handles the rejection for a refused key.
    if (behaviour !== 'hang') form.open();
  };

  const startPaymentRequest = (event) => {
    if (behaviour === 'start-throws') throw new Error('CollectJS: the payment request could not be started');
    form?.start(event);
  };

  /** The script's own styles, for which a page's policy needs the gateway in `style-src` (CJS). */
  const loadStyles = () => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = `${gatewayOrigin}/token/styles.css`;
    document.head.append(link);
  };

  loadStyles();
  if (isStrict) nextToken = fetchToken(tagOptions);
  if (behaviour === 'no-global') return;
  // Loaded a second time, the script loses the first one's state and is of no more use.
  const corrupted = 'CollectJS' in window;
  window.CollectJS = {
    configure: corrupted ? () => void undefined.fields : configure,
    startPaymentRequest: corrupted ? () => {} : startPaymentRequest,
    clearInputs: () => form?.clear(),
    /** Closes the lightbox variant; the inline one has nothing to close and stays armed. */
    closePaymentRequest: () => {},
  };
  if (!corrupted && Object.keys(tagOptions.fields ?? {}).length > 0) configure();
})();
