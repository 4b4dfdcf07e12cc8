import { ApiError } from './errors.ts';

/** What follows the scheme of a header `Authorization`, and the user and password that it stands for (HTTP Basic). */
function partsOf(value: string): { coded: string; both: string } {
  const [, name = '', coded = ''] = /^(\w+)\s+(\S.*)$/.exec(value) ?? [];
  if (name.toLowerCase() !== 'basic') return { coded, both: '' };
  try {
    return { coded, both: new TextDecoder().decode(Uint8Array.from(atob(coded), (one) => one.charCodeAt(0))) };
  } catch {
    // Earlier versions have stored what was typed, also if it was not encoded.
    return { coded, both: coded };
  }
}

/** The secrets within the value of a header `Authorization`, beside its password: what follows the scheme, and a user and a password. */
export function credentialsIn(value: string): string[] {
  const { coded, both } = partsOf(value);
  return [coded, both];
}

/** The password within the value of a header `Authorization`; '' without one. */
export function passwordIn(value: string): string {
  const { both } = partsOf(value);
  return both.includes(':') ? both.slice(both.indexOf(':') + 1) : '';
}

/** Throws if a proxy has refused the user and password that were sent to it (HTTP Basic): that says nothing about the key. */
export function checkLogin(sent: Headers, { status, headers }: Pick<Response, 'status' | 'headers'>): void {
  const isSent = /^basic\s/i.test(sent.get('authorization') ?? '');
  if (isSent && status === 401 && /\bbasic\b/i.test(headers.get('www-authenticate') ?? ''))
    throw new ApiError({ kind: 'auth', status, code: 'proxy-login' });
}
