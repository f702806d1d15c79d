export { createStore } from './store.ts';
