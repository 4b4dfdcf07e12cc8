let decodeHost = (host: string): string => host;

/** The name by which people know a host, once `loadUnicode` has been waited for: Unicode for an international one. */
export const unicodeOf = (host: string): string => decodeHost(host);

/** Loads what `unicodeOf` decodes with, where a host needs it. Never rejects. */
export async function loadUnicode(host: string | undefined): Promise<void> {
  if (!host?.includes('xn--')) return;
  const punycode = await import('@/lib/hosts/punycode.ts').catch(() => undefined);
  decodeHost = punycode?.toUnicode ?? decodeHost;
}
