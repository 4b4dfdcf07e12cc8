import { withBarePage, withExtensionsPage } from './extension.ts';
import type { Session } from './session.ts';

/**
 * Lets the extension's next request for a host succeed without a dialog, as if the host had been granted before. The
 * browser's own extensions page marks the host so. Nothing is granted yet.
 * @param pattern as in the manifest, without a port: `http://127.0.0.1/*`
 */
export const allowHost = (session: Session, pattern: string) =>
  withExtensionsPage(session, (page) =>
    page.evaluate(`chrome.developerPrivate.addHostPermission('${session.id}', '${pattern}')`),
  );

/** Grants a host without a dialog: allows it, then asks for it in a page of the extension. */
export async function grantHost(session: Session, pattern: string): Promise<void> {
  await allowHost(session, pattern);
  const granted = await withBarePage(session, (page) =>
    page.evaluate((origin) => chrome.permissions.request({ origins: [origin] }), pattern),
  );
  if (!granted) throw new Error(`${pattern} was not granted: is it in optional_host_permissions?`);
}

/**
 * Revokes the access to a host, as a person may at any time. The next request shows the dialog only if it would have
 * before.
 */
export const revokeHost = (session: Session, pattern: string) =>
  withBarePage(session, (page) => page.evaluate((origin) => chrome.permissions.remove({ origins: [origin] }), pattern));

/** Returns the hosts to which access is granted now. */
export const grantedHosts = (session: Session) =>
  withBarePage(session, (page) => page.evaluate(async () => (await chrome.permissions.getAll()).origins ?? []));
