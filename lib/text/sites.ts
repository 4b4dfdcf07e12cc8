import type { HostReason, Note } from '../hosts/parse.ts';
import type { Registration } from '../messages/commands.ts';
import type { Privacy } from '../services/index.ts';
import { t } from './i18n.ts';

/** Returns a sentence that says how a site's registration ended. */
export const registrationText = (outcome: Registration['outcome'], domain: string): string =>
  t(`registration.${outcome}`, { domain });

const privacyNames = ['privacy.public', 'privacy.private', 'privacy.password'] as const;

/** Returns the label of a privacy value. Undefined stands for a privacy that the service did not report. */
export const privacyText = (privacy: Privacy | undefined): string =>
  t(privacy === undefined ? 'privacy.unknown' : privacyNames[privacy]);

type SnakeCase<S extends string> = S extends `${infer Head}-${infer Tail}` ? `${Head}_${SnakeCase<Tail>}` : S;
/** Converts a word such as `no-id` to the spelling of message keys: `no_id`. */
export const snakeCase = <S extends string>(text: S) => text.replaceAll('-', '_') as SnakeCase<S>;

/** Returns a sentence that says why an address is not a site. */
export const refusalText = (reason: HostReason): string => t(`refusal.${snakeCase(reason)}`);

/** Returns the sentence for a note about a site. The sentence is shown before the site is registered. */
export const noteText = (note: Note): string => t(`note.${snakeCase(note)}`);
