import { ApiError } from './errors.ts';

/**
 * Returns the credentials in an `Authorization` header. `coded`: as they are sent. `both`: decoded, as `user:password`,
 * or '' if the scheme is not Basic.
 */
function partsOf(value: string): { coded: string; both: string } {
  const [, name = '', coded = ''] = /^(\w+)\s+(\S.*)$/.exec(value) ?? [];
  if (name.toLowerCase() !== 'basic') return { coded, both: '' };
  try {
    return { coded, both: new TextDecoder().decode(Uint8Array.from(atob(coded), (one) => one.charCodeAt(0))) };
  } catch {
    // The text is not Base64: earlier versions stored it as it was typed.
    return { coded, both: coded };
  }
}

/**
 * Returns the secrets in an `Authorization` header: the credentials as they are sent and, for HTTP Basic,
 * `user:password`. A missing secret is ''. For the password alone, see `passwordIn`.
 */
export function credentialsIn(value: string): string[] {
  const { coded, both } = partsOf(value);
  return [coded, both];
}

/** Returns the password in an `Authorization` header (HTTP Basic), or '' if there is none. */
export function passwordIn(value: string): string {
  const { both } = partsOf(value);
  return both.includes(':') ? both.slice(both.indexOf(':') + 1) : '';
}

/**
 * Throws code `proxy-login` if a proxy in front of the service has refused the user and password that were sent (HTTP
 * Basic). Such a refusal says nothing about the API key.
 */
export function checkLogin(sent: Headers, { status, headers }: Pick<Response, 'status' | 'headers'>): void {
  const isSent = /^basic\s/i.test(sent.get('authorization') ?? '');
  if (isSent && status === 401 && /\bbasic\b/i.test(headers.get('www-authenticate') ?? ''))
    throw new ApiError({ kind: 'auth', status, code: 'proxy-login' });
}
