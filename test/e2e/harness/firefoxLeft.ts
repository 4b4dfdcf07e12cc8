import type { Firefox } from './firefox.ts';
import { complaintsOf, everything } from './firefoxHeard.ts';
import type { Left } from './leave.ts';
import { besideOwn } from './secrets.ts';

interface View {
  uri?: { spec: string };
  xulBrowser: { isConnected: boolean; messageManager: Manager };
}
interface Manager {
  addMessageListener(name: string, listener: (message: { data: string }) => void): void;
  loadFrameScript(url: string, later: boolean): void;
}
interface Holder {
  deserialize?(into: unknown): unknown;
}

/** Runs in the browser. Resolves to the markup of the extension's open pages and background, and to the stored data. */
async function looked(id: string) {
  const load = (name: string) => ChromeUtils.importESModule(`resource://gre/modules/${name}.sys.mjs`);
  const { ExtensionStorageIDB } = load('ExtensionStorageIDB');
  const { extension } = WebExtensionPolicy.getByID(id);
  const database = await ExtensionStorageIDB.open(ExtensionStorageIDB.getStoragePrincipal(extension));
  const memory: Record<string, Holder> = load('ExtensionStorage').extensionStorageSession.get(extension, null);
  const plain = Object.entries(memory).map(([name, value]) => [name, value.deserialize?.(globalThis) ?? value]);
  const say = 'sendAsyncMessage("waymark:page", content.document.documentElement.outerHTML)';
  const views = [...(extension.views as Set<View>)].filter(({ xulBrowser }) => xulBrowser.isConnected);
  const pages = views.map(async ({ uri, xulBrowser: { messageManager } }) => {
    const heard = new Promise<string>((resolve) =>
      messageManager.addMessageListener('waymark:page', ({ data }) => resolve(data)),
    );
    messageManager.loadFrameScript(`data:,${encodeURIComponent(say)}`, false);
    return [uri?.spec ?? 'a page', await heard] as [string, string];
  });
  return {
    pages: await Promise.all(pages),
    local: (await database.get(null)) as Record<string, unknown>,
    memory: Object.fromEntries(plain) as Record<string, unknown>,
  };
}

/** Collects what a test leaves in Firefox: console lines, the markup of the extension's open pages, and stored data. */
export async function look(firefox: Pick<Firefox, 'inside'>, id: string, origin: string): Promise<Left> {
  const { pages, local, memory } = await firefox.inside(looked, id);
  return {
    said: await everything(firefox),
    complaints: await complaintsOf(firefox, origin),
    places: [...pages, ['storage.local', besideOwn('local', local)], ['storage.session', besideOwn('session', memory)]],
  };
}
