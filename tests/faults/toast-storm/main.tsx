import { createRoot } from 'react-dom/client';
import { ToastRegion } from '../../../src/services/toasts/toast-region.tsx';
import { createToasts } from '../../../src/services/toasts/toasts.ts';

/**
 * Shows 100 different errors within a second, each twice. The body's data attributes report the maximum
 * number of toasts and of equal toasts.
 */
const toasts = createToasts();
const container = document.getElementById('root');
if (container === null) throw new Error('The page has no #root');
createRoot(container).render(<ToastRegion toasts={toasts} />);

let most = 0;
let equal = 0;
new MutationObserver(() => {
  const texts = Array.from(document.querySelectorAll('.Toastify__toast'), ({ textContent }) => textContent);
  most = Math.max(most, texts.length);
  equal = Math.max(equal, texts.length - new Set(texts).size + 1);
  Object.assign(document.body.dataset, { most, equal });
}).observe(document.body, { childList: true, subtree: true });

let said = 0;
const storm = setInterval(() => {
  for (let burst = 0; burst < 5; burst += 1) {
    said += 1;
    toasts.error(`Error ${said}`);
    toasts.error(`Error ${said}`);
  }
  if (said >= 100) clearInterval(storm);
}, 50);
