import type { Browser } from 'puppeteer-core';
import type { Display } from './display.ts';
import type { Complaint } from './watch.ts';

/** How a browser is started for a test. */
export interface LaunchOptions {
  /** With a window, on a screen of its own that nobody sees. */
  headed?: boolean;
  /** With a window on the screen of whoever runs this. */
  shown?: boolean;
  /** Answers every `http://` host name on port 80. All other names do not resolve: no test reaches the network. */
  web?: { port: number };
  /** Extra rules, host (with a port or without) to address: `{ 'a.test:443': '127.0.0.1:8443' }`. */
  hosts?: Record<string, string>;
  /** Trusts every certificate, so that a server of the test can be any site over https. */
  trusting?: boolean;
  /** The browser's language, e.g. `de`; on Debian its words come with the package chromium-l10n. */
  lang?: string;
  /** False keeps every debugger away from the extension (for timing). */
  watch?: boolean;
  /** The unpacked build; the one that WAYMARK_BUILD names unless said. */
  build?: string;
}

/** A running Chromium with the extension in it. */
export interface Session {
  /** Replaced by `restart`: read it anew each time. */
  browser: Browser;
  /** The extension's id. */
  readonly id: string;
  readonly profile: string;
  /** The screen that this session opened for itself. */
  readonly display: Display | undefined;
  /** What extension pages and the worker wrote to the console as errors or warnings, and their uncaught errors. */
  readonly complaints: Complaint[];
  /** Quits the browser and starts it again with the same profile: storage and permissions are as they were. */
  restart(): Promise<void>;
  /**
   * Quits the browser, its screen, and removes its profile. Safe to call twice. Rejects, once that is
   * done, where the extension complained of an error or left a key or a password lying about (`leave.ts`).
   */
  close(): Promise<void>;
}
