/** The parts of Firefox's internals that functions given to `Firefox.inside` use. */
declare const ChromeUtils: {
  // biome-ignore lint/suspicious/noExplicitAny: modules of the browser, without types.
  importESModule(url: string): Record<string, any>;
};
declare const WebExtensionPolicy: {
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  getByID(id: string): { extension: any };
};
// biome-ignore lint/suspicious/noExplicitAny: as above.
declare const Services: any;
// biome-ignore lint/suspicious/noExplicitAny: as above.
declare const gBrowser: any;
// biome-ignore lint/suspicious/noExplicitAny: as above.
declare const gURLBar: any;

/** Calls `look` until it returns something, and resolves to that. `what`: its name, for the error message. */
declare const untilSeen: <T>(what: string, look: () => T) => Promise<Exclude<NonNullable<T>, false>>;

/** The element that holds the toolbar button's popup. */
interface PopupBrowser extends HTMLElement {
  currentURI: { spec: string };
  browsingContext: unknown;
  permanentKey?: object;
}
// biome-ignore lint/suspicious/noExplicitAny: as above.
declare const Components: any;
