export function openRunFolder(): { folder: string; remove(): void };
