import { type HostChoice, hostSpellings, preferredHost } from './parse.ts';

/**
 * The different spellings of a host to choose from, as seen first. `registrable` comes from the public suffix list;
 * without it only the host itself, since taking a label off might leave a public suffix.
 */
export function hostChoices(host: string, registrable?: string): { choice: HostChoice; host: string }[] {
  const choices = hostSpellings.map((choice) => ({
    choice,
    host: preferredHost(host, choice, { registrable }),
  }));
  return choices.filter((one, index) => choices.findIndex((other) => other.host === one.host) === index);
}
