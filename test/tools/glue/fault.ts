/** A careless change of the code that some test must notice. */
export interface Fault {
  /** The consequence for a person. */
  breaks: string;
  file: string;
  /** The text to replace, which occurs exactly once in the file. */
  find: string;
  put: string;
  /** The test files or folders that a developer would run after a change of this file. */
  tests: string;
}

/** Returns the faults of one file. `rows`: what each fault breaks, its `find`, and its `put`. */
export const faultsIn = (file: string, tests: string, rows: readonly [string, string, string][]): Fault[] =>
  rows.map(([breaks, find, put]) => ({ breaks, file, find, put, tests }));

/** Returns the text of a file with the fault in it. Throws unless `find` occurs exactly once. */
export function broken(text: string, { file, find, put }: Fault): string {
  const count = text.split(find).length - 1;
  if (count !== 1) throw new Error(`${file} has this ${count} times, not once:\n${find}`);
  return text.replace(find, () => put);
}
