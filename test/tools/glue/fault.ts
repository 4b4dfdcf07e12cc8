/** A careless change that a test has to notice. */
export interface Fault {
  /** What a person would meet. */
  breaks: string;
  file: string;
  /** Stands exactly once in the file. */
  find: string;
  put: string;
  /** What a developer runs who works there: files or folders of tests. */
  tests: string;
}

/** The text with the fault in it. */
export function broken(text: string, { file, find, put }: Fault): string {
  const count = text.split(find).length - 1;
  if (count !== 1) throw new Error(`${file} has this ${count} times, not once:\n${find}`);
  return text.replace(find, () => put);
}
