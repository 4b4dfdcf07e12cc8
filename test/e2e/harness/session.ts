import type { Browser } from 'puppeteer-core';
import type { Display } from './display.ts';
import type { Complaint } from './watch.ts';

/** How a browser is started for a test. */
export interface LaunchOptions {
  /** Whether to open a window, on a virtual screen that nobody sees. */
  headed?: boolean;
  /** Whether to open a window on the screen of the person who runs this. */
  shown?: boolean;
  /**
   * The web server that answers for every `http://` host name on port 80. All other names do not resolve: no test
   * reaches the network.
   */
  web?: { port: number };
  /** The addresses of more hosts, which may have a port: `{ 'a.test:443': '127.0.0.1:8443' }`. */
  hosts?: Record<string, string>;
  /** Whether to trust every certificate, so that a server of the test can be any site over https. */
  trusting?: boolean;
  /** The browser's language, such as `de`. On Debian, its texts come with the package chromium-l10n. */
  lang?: string;
  /** Whether to record the extension's consoles. False keeps every debugger away from the extension, for timing. */
  watch?: boolean;
  /** The folder of the unpacked build; by default, the build that WAYMARK_BUILD names. */
  build?: string;
}

/** A running Chromium with the extension in it. */
export interface Session {
  /** The browser. `restart` replaces it, so read this property again each time. */
  browser: Browser;
  /** The extension's id. */
  readonly id: string;
  readonly profile: string;
  /** The screen that this session opened for itself. */
  readonly display: Display | undefined;
  /** The errors and warnings that extension pages and the worker wrote to the console, and their uncaught errors. */
  readonly complaints: Complaint[];
  /** Quits the browser and starts it again with the same profile. Storage and permissions stay as they were. */
  restart(): Promise<void>;
  /**
   * Quits the browser and its screen, and removes its profile. Safe to call twice. Afterwards rejects if the extension
   * complained of an error, or left a key or a password behind (see `leave.ts`).
   */
  close(): Promise<void>;
}
