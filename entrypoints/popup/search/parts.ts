/** The code that the search field needs once it has the focus. It forms one script, which is loaded at that moment. */
export { fieldProps } from './field.ts';
export { reduce } from './reduce.ts';
export { readSites } from './run.ts';
export { Search } from './Search.tsx';
