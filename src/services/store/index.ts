export { createStore, type StoreOptions } from './store.ts';
