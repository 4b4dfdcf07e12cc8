import { isText, textsIn } from './readParts.ts';
import type { Setting } from './setting.ts';

/** Returns a setting on disk that is one text, empty at first. */
export const textSetting = (key: string): Setting<string> => ({
  key,
  area: 'local',
  fallback: '',
  parse: (value) => (isText(value) ? value : undefined),
});

/** Returns a setting on disk that is a list of texts, empty at first. */
export const textsSetting = (key: string): Setting<string[]> => ({ key, area: 'local', fallback: [], parse: textsIn });
