export { ToastRegion } from './toast-region.tsx';
export { createToasts, type Toasts } from './toasts.ts';
