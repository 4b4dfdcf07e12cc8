export class Remedy extends Error {}
export function quietly(what: string, command: string, args: readonly string[], options?: object): Promise<void>;
