import { distinctNames } from '@/lib/connections/distinctNames.ts';
import { hostOfConnection } from '@/lib/connections/name.ts';
import { serviceNames } from '@/lib/connections/services.ts';
import type { ConnectionReport, ConnectionStatus, Service, TestResult } from '@/lib/messages/commands.ts';
import { hasKey } from '@/lib/messages/connectionStatus.ts';
import type { LastReport } from '@/lib/storage/lastReport.ts';
import type { Connections } from '@/lib/storage/settings.ts';
import { whenText } from '@/lib/text/dates.ts';
import { comma, t } from '@/lib/text/i18n.ts';
import { problemText } from '@/lib/text/problems.ts';
import { countText, foundText, isPassing, keyStoredText, reportText, testedText } from './connectionTexts.ts';

/** The state of a connection, as far as it is known without a request to its services. */
export interface Standing {
  status: ConnectionStatus;
  last: LastReport | undefined;
  /** The connection's addresses to which the browser denies access. */
  barred: readonly string[];
}

/**
 * The remedies for which the list of connections has a button. Other problems are solved in the view of the connection.
 */
export type Remedy = 'access' | 'key' | 'retry';

export interface ConnectionLine {
  id: string;
  name: string;
  /** The host of the connection's analytics service. Undefined if the connection's name is already this host. */
  host?: string;
  /** The state of the connection in words; empty until it is known. */
  state: string;
  isBad: boolean;
  remedy?: Remedy;
  barred: readonly string[];
}

type LineState = Pick<ConnectionLine, 'state' | 'isBad' | 'remedy'>;

const aboutText = (service: Service) => (service === 'seo' ? `${t('options.seo')} · ` : '');

function failedText(service: Service, { problem }: Extract<TestResult, { ok: false }>, at: number): LineState {
  const state = `${aboutText(service)}${reportText(problem)} ${testedText(at)}`;
  const remedy = problem.kind === 'auth' ? 'key' : isPassing(problem) ? 'retry' : undefined;
  return { state, isBad: true, ...(remedy ? { remedy } : {}) };
}

/**
 * Returns the state of a connection in words. Problems of the analytics service come before those of the SEO service,
 * where the person may have no account, so that its key is missing for good. Ignores results of the last test for
 * services that were not saved.
 */
function stateOf({ status, last, barred }: Standing): LineState {
  const counts: string[] = [];
  for (const service of serviceNames) {
    const { url = '' } = status[service];
    // Comes before missing access, because saving a key also asks for access.
    if (url && !hasKey(status[service]))
      return { state: `${aboutText(service)}${t('options.no_key')}`, isBad: true, remedy: 'key' };
    if (barred.includes(url)) return { state: problemText({ kind: 'access', url }), isBad: true, remedy: 'access' };
    const result = last?.report.unsaved?.includes(service) ? undefined : last?.report[service];
    if (last && result?.ok === false) return failedText(service, result, last.at);
    if (result?.ok) counts.push(countText(service, result));
  }
  if (!last || !counts.length) return { state: keyStoredText(status.analytics), isBad: false };
  return { state: `${counts.join(comma())} · ${t('options.tested_when', { when: whenText(last.at) })}`, isBad: false };
}

/** Returns the name of each service that passed its test, and a sentence with its number of records. */
export const connectedTexts = (report: ConnectionReport): { name: string; text: string }[] =>
  serviceNames.flatMap((service) => {
    const result = report[service];
    return result?.ok ? [{ name: t(`options.${service}`), text: foundText(service, result) }] : [];
  });

export function connectionLines(all: Connections, standings: Readonly<Record<string, Standing>>): ConnectionLine[] {
  const names = distinctNames(all.list);
  return all.list.map((one) => {
    const [name = '', host, standing] = [names.get(one.id), hostOfConnection(one), standings[one.id]];
    const said = standing ? stateOf(standing) : { state: '', isBad: false };
    return { id: one.id, name, ...(host === name ? {} : { host }), ...said, barred: standing?.barred ?? [] };
  });
}
