/** The part of the search that is loaded as a separate script when the search field gets the focus. */
export { fieldProps } from './field.ts';
export { reduce } from './reduce.ts';
export { readSites } from './run.ts';
export { Search } from './Search.tsx';
