/** The code that the field needs once it has the focus, as one script that is loaded at that moment. */
export { fieldProps } from './field.ts';
export { reduce } from './reduce.ts';
export { readSites } from './run.ts';
export { Search } from './Search.tsx';
