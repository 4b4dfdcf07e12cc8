import type { IconName } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';
import type { Finding, TrackingState } from '@/lib/tracking/index.ts';

export type Tone = 'good' | 'warn' | 'danger' | 'muted';

interface StateWords {
  icon: IconName;
  tone: Tone;
  text: () => string;
  hint: () => string;
}

const say = (state: TrackingState, icon: IconName, tone: Tone): StateWords => ({
  icon,
  tone,
  text: () => t(`tracking.state_${state}`),
  hint: () => t(`tracking.hint_${state}`),
});

/** How each state looks and reads. */
export const stateWords: Record<TrackingState, StateWords> = {
  tracking: say('tracking', 'check', 'good'),
  missing: say('missing', 'warning', 'warn'),
  losing: say('losing', 'warning', 'danger'),
  untracked: say('untracked', 'info', 'muted'),
  unsure: say('unsure', 'question', 'warn'),
  unseen: say('unseen', 'info', 'muted'),
  found: say('found', 'info', 'muted'),
  absent: say('absent', 'info', 'muted'),
};

/** Text of a page as text: it keeps its own direction, and cannot change that of the words around it. */
const isolated = (text = '') => `\u2068${text.replace(/[\p{Cc}\p{Cf}]/gu, '')}\u2069`;

type ToSnake<S extends string> = S extends `${infer Head}-${infer Tail}` ? `${Head}_${ToSnake<Tail>}` : S;
const toSnake = <S extends string>(text: S) => text.replaceAll('-', '_') as ToSnake<S>;
const sentence = t as (key: string, values: Record<string, string>) => string;

/** A finding in one sentence. */
export const findingText = ({ kind, about }: Finding): string =>
  sentence(`tracking.find_${toSnake(kind)}`, { about: isolated(about) });
