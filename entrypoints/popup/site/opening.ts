import { fromKnown } from '@/lib/websites/fromKnown.ts';
import type { PopupStart } from '../load.ts';
import { check, patch, placeOf, siteAt, type Turn } from './turn.ts';

/**
 * Shows the stored record of the site. Except in a private window, also asks the service about the site, and reads the
 * stored drafts.
 */
export function open(turn: Turn): void {
  const { start } = turn.state;
  for (const one of start.known) {
    const isKnown = siteAt(turn.state, one).isRead;
    if (!isKnown) patch(turn, one, { record: fromKnown(one), readAt: one.at, several: !!one.several });
  }
  const place = placeOf(turn.state);
  if (!place.account || !place.host) return;
  if (start.said) patch(turn, place, { outcome: { is: 'reconnected', text: start.said } });
  // In a private window, no request is sent until the person asks for one.
  if (start.private) return;
  check(turn, place);
  turn.commands.push({ ask: 'recall', ...place });
}

/**
 * Returns the popup's first state and commands. This is not in the reducer, whose script is loaded only after the first
 * paint.
 */
export function opening(start: PopupStart): Turn {
  const state = {
    start,
    focus: { at: 'main' as const, turn: 0 },
    picked: {},
    host: start.host ?? '',
    sites: {},
    related: [],
    open: [],
    isScanOver: !('host' in start.site),
    held: [],
    number: 0,
    loading: 0,
  };
  const turn: Turn = { state, commands: [] };
  open(turn);
  return turn;
}
