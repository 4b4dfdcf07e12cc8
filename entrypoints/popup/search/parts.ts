/** What the field needs once it has the focus, as one script that is loaded then. */
export { fieldProps } from './field.ts';
export { reduce } from './reduce.ts';
export { readSites } from './run.ts';
export { Search } from './Search.tsx';
