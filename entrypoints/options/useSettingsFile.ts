import { useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { ask } from '@/lib/messages/ask.ts';
import { hasKey } from '@/lib/messages/connectionStatus.ts';
import { giveBackUnused } from '@/lib/storage/giveBack.ts';
import { policyInForce } from '@/lib/storage/policyInForce.ts';
import { presets } from '@/lib/storage/presets.ts';
import { type ConnectionAddress, connections, defaults, get, preferences } from '@/lib/storage/settings.ts';
import {
  maxSettingsFile,
  merged,
  type Plan,
  planned,
  type ReadFile,
  type Refused,
  readSettingsFile,
  type Settings,
  settingsFile,
} from '@/lib/storage/settingsFile.ts';
import { updateTogether } from '@/lib/storage/updateTogether.ts';
import type { Fault } from '@/lib/storage/writtenSettings.ts';
import { localDay } from '@/lib/util/localDay.ts';
import { saveFile } from '@/lib/util/saveFile.ts';
import { reasonOf } from './useSettings.ts';

export type FileStep =
  | { is: 'idle' }
  | { is: 'exported'; name: string; faults: Fault[] }
  | { is: 'failed'; problem: string }
  | ({ is: 'refused' } & (Refused | { refused: 'unreadable' }))
  | ({ is: 'planned'; name: string; plan: Plan } & ReadFile)
  /** `keyless`: the connections in the file whose keys are not stored on this computer. */
  | { is: 'imported'; keyless: ConnectionAddress[] };

const settings = { connections, defaults, presets, preferences };

/** Reads the stored settings. Unlike `get`, rejects with `NewerSettings` if a newer Waymark wrote any of them. */
const settingsHere = async (): Promise<Settings> => (await updateTogether(settings, (here) => here)).after;

async function isKeyless({ id, seoUrl }: ConnectionAddress): Promise<boolean> {
  const answer = await ask('connection.status', { connection: id });
  if (!answer.ok) return false;
  const { analytics, seo } = answer.value;
  return [analytics, ...(seoUrl ? [seo] : [])].some((one) => !hasKey(one));
}

/**
 * Stores all contents of a file, or nothing. Resolves to the file's connections whose keys are not stored on this
 * computer. Rejects if storing fails (see `updateTogether`).
 */
async function storeContents(contents: ReadFile['contents']): Promise<ConnectionAddress[]> {
  const all = { ...settings, policy: policyInForce };
  const { before, after } = await updateTogether(all, ({ policy, ...here }) => ({
    ...merged(here, contents, policy),
    policy,
  }));
  await giveBackUnused(before.preferences, after.preferences);
  const { list } = after.connections;
  const filed = new Set(contents.connections?.map(({ analyticsUrl }) => analyticsUrl));
  const keyless = await Promise.all(list.map(async (one) => filed.has(one.analyticsUrl) && (await isKeyless(one))));
  return list.filter((_, index) => keyless[index]);
}

const failed = (error: unknown): FileStep => ({
  is: 'failed',
  problem: reasonOf(error),
});

/** Provides the export and import of settings files. An import stores nothing until the person confirms it. */
export function useSettingsFile() {
  const [step, setStep] = useState<FileStep>({ is: 'idle' });
  const take = (next: Promise<FileStep>) => void next.catch(failed).then(setStep);

  return {
    step,
    onExport: () =>
      take(
        settingsHere().then((here) => {
          const name = `waymark-settings-${localDay(new Date())}.json`;
          const { text, faults } = settingsFile(here, browser.runtime.getManifest().version);
          saveFile(name, 'application/json', text);
          return { is: 'exported', name, faults };
        }),
      ),
    onFile: (file: File) =>
      take(
        (async () => {
          if (file.size > maxSettingsFile) return { is: 'refused', refused: 'too-large' };
          const text = await file.text().catch(() => undefined);
          if (text === undefined) return { is: 'refused', refused: 'unreadable' };
          const read = readSettingsFile(text);
          if ('refused' in read) return { is: 'refused', ...read };
          const plan = planned(read.contents, await settingsHere(), await get(policyInForce));
          return { is: 'planned', name: file.name, plan, ...read };
        })(),
      ),
    onImport: () => {
      if (step.is === 'planned') take(storeContents(step.contents).then((keyless) => ({ is: 'imported', keyless })));
    },
    onCancel: () => setStep({ is: 'idle' }),
  };
}

export type SettingsFile = ReturnType<typeof useSettingsFile>;
