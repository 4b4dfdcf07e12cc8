let decodeHost = (host: string): string => host;

/** Returns a host's Unicode form. Until `loadUnicode` has resolved, returns the host unchanged. */
export const unicodeOf = (host: string): string => decodeHost(host);

/** Loads the decoder for `unicodeOf`, if the host needs it. Never rejects. */
export async function loadUnicode(host: string | undefined): Promise<void> {
  if (!host?.includes('xn--')) return;
  const punycode = await import('@/lib/hosts/punycode.ts').catch(() => undefined);
  decodeHost = punycode?.toUnicode ?? decodeHost;
}
