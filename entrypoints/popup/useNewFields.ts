import { useState } from 'preact/hooks';
import { type Kind, traitsOf } from '@/lib/services/traits.ts';
import type { Defaults } from '@/lib/storage/settings.ts';
import { toFields, type WebsiteFields } from '@/lib/websites/fields.ts';
import type { Typed } from './typed.ts';

/** The fields of a new site, with a privacy that the kind of service has; drawn again whenever they are typed or sent. */
export function useNewFields(typed: Typed, kind: Kind | undefined, defaults: Defaults): WebsiteFields {
  const [, redraw] = useState({});
  typed.redraw = () => redraw({});
  const fields = { ...toFields(defaults), ...typed.fields };
  return traitsOf(kind).privacy.some((one) => one === fields.privacy) ? fields : { ...fields, privacy: 1 };
}
