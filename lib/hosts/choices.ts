import { type HostChoice, hostSpellings, preferredHost } from './variants.ts';

/**
 * Returns the spellings of a host that a person can choose to register, without duplicates. Each comes with its name
 * (`choice`); the given host comes first. `registrable`: the host's registrable domain. Without it, returns only the
 * given host, because a shorter name might be a public suffix.
 */
export function hostChoices(host: string, registrable?: string): { choice: HostChoice; host: string }[] {
  const choices = hostSpellings.map((choice) => ({
    choice,
    host: preferredHost(host, choice, { registrable }),
  }));
  return choices.filter((one, index) => choices.findIndex((other) => other.host === one.host) === index);
}
