import type { Firefox } from './firefox.ts';

/** One line of a console, or one error that nobody caught. */
export interface Line {
  /** The address of the script that wrote the line. */
  from: string;
  /** `error`, `warn`, `log` and so on; `uncaught` is an error that nobody caught. */
  level: string;
  text: string;
}

interface Told {
  QueryInterface?(kind: unknown): { sourceName?: string; errorMessage?: string };
}
interface Written {
  level: string;
  filename: string;
  arguments: unknown[];
}
/** The browser's own window, with all lines that were recorded, and how many of them `complaintsOf` has returned. */
type Ears = Window & { waymark: { lines: Line[]; seen: number } };

/**
 * Runs in each process of the browser: passes on the lines that its consoles receive. Must not use anything outside
 * itself, because it is sent as text.
 */
function listen(): void {
  const { classes, interfaces } = Components;
  const textOf = (said: unknown) => {
    try {
      return typeof said === 'object' && !String(said).includes('Error') ? JSON.stringify(said) : String(said);
    } catch {
      return String(said);
    }
  };
  classes['@mozilla.org/consoleAPI-storage;1']
    .getService(interfaces.nsIConsoleAPIStorage)
    .addLogEventListener(({ level, filename, arguments: said }: Written) => {
      const line = { from: filename, level, text: said.map(textOf).join(' ') };
      Services.cpmm.sendAsyncMessage('waymark:line', line);
    }, Services.scriptSecurityManager.getSystemPrincipal());
}

/** Records, from now on, what is written to any console of the browser, and errors that nobody caught. */
export const hear = ({ inside }: Pick<Firefox, 'inside'>): Promise<void> =>
  inside((script) => {
    const heard: Ears['waymark'] = { lines: [], seen: 0 };
    (window as unknown as Ears).waymark = heard;
    const receiveMessage = ({ data }: { data: Line }) => void heard.lines.push(data);
    Services.ppmm.addMessageListener('waymark:line', { receiveMessage });
    Services.ppmm.loadProcessScript(`data:,${encodeURIComponent(script)}`, true);
    const observe = (told: Told) => {
      let error: ReturnType<NonNullable<Told['QueryInterface']>> = {};
      try {
        error = told.QueryInterface?.(Components.interfaces.nsIScriptError) ?? error;
      } catch {
        // This message is not a script error.
      }
      heard.lines.push({ from: error.sourceName ?? '', level: 'uncaught', text: error.errorMessage ?? String(told) });
    };
    Services.console.registerListener({ observe });
  }, `(${listen})()`);

const loud = /^(uncaught|error|exception|warn|assert)$/;
const expected = [
  // From a page that was closed with a question open, so that nobody is left to receive the answer.
  /^Promise \w+ (after context unloaded|while context is inactive)/,
  // From a background that a test ended during a write. Such a test checks itself that the write is repeated.
  /^An IndexedDB transaction that was not yet complete has been aborted due to page navigation/,
  // Says that a page of the extension was not framed, as its policy demands.
  /^Content-Security-Policy: .* \(frame-ancestors\)/,
];

/** Returns the errors, warnings and uncaught errors of an origin's scripts since the last call. */
export async function complaintsOf({ inside }: Pick<Firefox, 'inside'>, origin: string): Promise<string[]> {
  const lines = await inside(() => {
    const { waymark } = window as unknown as Ears;
    const fresh = waymark.lines.slice(waymark.seen);
    waymark.seen = waymark.lines.length;
    return fresh;
  });
  return lines
    .filter(({ from, level }) => from.startsWith(origin) && loud.test(level))
    .filter(({ text }) => !expected.some((one) => one.test(text)))
    .map(({ from, text }) => `${from.slice(origin.length + 1)}: ${text}`);
}

/** Returns all lines that were recorded since the start, from any script. */
export const everything = async ({ inside }: Pick<Firefox, 'inside'>): Promise<string> =>
  (await inside(() => (window as unknown as Ears).waymark.lines))
    .map(({ from, level, text }) => `${from} ${level} ${text}`)
    .join('\n');
