export function withLock<T>(name: string, task: () => Promise<T>): Promise<T>;
