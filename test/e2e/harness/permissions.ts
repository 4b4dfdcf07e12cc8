import { withBarePage, withExtensionsPage } from './extension.ts';
import type { Session } from './session.ts';

/**
 * Lets the extension's next request for a host succeed without a dialog, as it does for a host that was
 * granted before: the browser's own extensions page marks it so. Nothing is granted yet.
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

/** Takes a host away again, as a person may at any time; the next request shows the dialog or not, as before. */
export const revokeHost = (session: Session, pattern: string) =>
  withBarePage(session, (page) => page.evaluate((origin) => chrome.permissions.remove({ origins: [origin] }), pattern));

/** The hosts granted now. */
export const grantedHosts = (session: Session) =>
  withBarePage(session, (page) => page.evaluate(async () => (await chrome.permissions.getAll()).origins ?? []));
