/**
 * Runs in each measured page before its own scripts, and records in `benchNotes` what notes.ts reads. It
 * observes changes of the document, not frames, because frames are what we measure.
 */
(() => {
  const notes = {
    timeOrigin: performance.timeOrigin,
    firstPaint: null,
    largestPaint: null,
    layoutShift: 0,
    longTasks: [],
    interactions: [],
    clicked: null,
    firstRow: null,
    signedIn: null,
    live: null,
    keys: [],
    violations: [],
  };
  window.benchNotes = notes;

  const observe = (type, note, options) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
      ...options,
    });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') notes.firstPaint = startTime;
  });
  observe('largest-contentful-paint', ({ startTime }) => {
    notes.largestPaint = startTime;
  });
  observe('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) notes.layoutShift += value;
  });
  observe('longtask', ({ startTime, duration }) => {
    notes.longTasks.push({ start: startTime, duration });
  });
  observe(
    'event',
    ({ interactionId, startTime, duration }) => {
      if (interactionId > 0) notes.interactions.push({ start: startTime, duration });
    },
    { durationThreshold: 16 },
  );

  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    notes.violations.push(`${violatedDirective} refuses ${blockedURI}`);
  });
  addEventListener('click', ({ timeStamp }) => (notes.clicked = timeStamp), true);
  addEventListener(
    'keydown',
    ({ key, timeStamp }) => {
      notes.keys.push({ key, at: timeStamp });
    },
    true,
  );

  // All sign-in libraries use this key for their tokens.
  const setItem = Storage.prototype.setItem;
  Storage.prototype.setItem = function (key, value) {
    if (key.endsWith('.accessToken')) notes.signedIn ??= performance.now();
    setItem.call(this, key, value);
  };

  /** A message posted in a frame arrives after that frame is drawn. */
  const afterFrame = (done) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = done;
      port2.postMessage(null);
    });

  let isRowThere = false;
  let isFieldThere = false;
  const look = () => {
    if (!isRowThere && document.querySelector('tbody button[aria-haspopup]')) {
      isRowThere = true;
      afterFrame(() => (notes.firstRow = performance.now()));
    }
    const field = isFieldThere ? null : document.querySelector(window.benchFocus);
    if (field) {
      isFieldThere = true;
      afterFrame(() => field.focus());
    }
    if (isRowThere && isFieldThere) watcher.disconnect();
  };
  window.benchFocus ??= 'bench-none';
  const watcher = new MutationObserver(look);
  watcher.observe(document, { childList: true, subtree: true });

  if (!window.benchPressesToggle) return;
  const pressing = setInterval(() => {
    const toggle = document.querySelector('button[aria-label="Show password"]');
    const field = toggle?.form?.querySelector('input[type="password"]');
    if (!field) return;
    const at = performance.now();
    toggle.click();
    queueMicrotask(() => {
      if (field.type !== 'text') return;
      notes.live = at;
      clearInterval(pressing);
      // Hide the password again.
      toggle.click();
    });
  }, 30);
})();
