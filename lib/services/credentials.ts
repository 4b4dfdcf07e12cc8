/** The secrets within the value of a header `Authorization`: what follows the scheme, and of a user and a password also both, and the password. */
export function credentialsIn(value: string): string[] {
  const [, name = '', coded = ''] = /^(\w+)\s+(\S.*)$/.exec(value) ?? [];
  if (name.toLowerCase() !== 'basic') return coded ? [coded] : [];
  try {
    const both = new TextDecoder().decode(Uint8Array.from(atob(coded), (one) => one.charCodeAt(0)));
    return [coded, both, both.slice(both.indexOf(':') + 1)];
  } catch {
    return [coded];
  }
}
