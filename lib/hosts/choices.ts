import { type HostChoice, hostSpellings, preferredHost } from './variants.ts';

/**
 * Returns the spellings in which the person can choose to register a host. The spelling in the tab comes first.
 * `registrable`: the host's registrable domain. Without it, returns only the host itself, since a shorter name might be
 * a public suffix.
 */
export function hostChoices(host: string, registrable?: string): { choice: HostChoice; host: string }[] {
  const choices = hostSpellings.map((choice) => ({
    choice,
    host: preferredHost(host, choice, { registrable }),
  }));
  return choices.filter((one, index) => choices.findIndex((other) => other.host === one.host) === index);
}
