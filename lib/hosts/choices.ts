import { type HostChoice, hostSpellings, preferredHost } from './variants.ts';

/**
 * Returns the spellings of a host to choose from; the tab's own spelling comes first. `registrable` comes from the
 * public suffix list. Without `registrable`, only the host itself is offered, since removing a label might leave a
 * public suffix.
 */
export function hostChoices(host: string, registrable?: string): { choice: HostChoice; host: string }[] {
  const choices = hostSpellings.map((choice) => ({
    choice,
    host: preferredHost(host, choice, { registrable }),
  }));
  return choices.filter((one, index) => choices.findIndex((other) => other.host === one.host) === index);
}
