import { isRunnable } from '../tracking/blocked.ts';
import { maxFacts } from '../tracking/facts.ts';
import { codeInAddress, earlyLink, inertAttribute, maxPieces, type Piece, pieceOf } from '../tracking/pieces.ts';
import type { ServedElement } from './html.ts';

/**
 * Matches attributes such as `data-src`, which hold the address of a script or picture until another script uses it.
 */
export const heldSource = /^data-([\w-]+-)?src$/;

/** Cuts a text to the maximum length of a fact. */
export const clip = (text = ''): string => text.slice(0, maxFacts.characters);

/** Returns the attributes that may contain code, as HTML text. Returns '' for a `link` that preloads nothing. */
function attributesText({ name, attributes }: ServedElement): string {
  if (name === 'link' && !earlyLink.test(attributes.get('rel') ?? '')) return '';
  return [...attributes]
    .filter(([attribute]) => !inertAttribute.test(attribute) || (name === 'link' && attribute === 'href'))
    .map(([attribute, value]) => `${attribute}="${value}"`)
    .join(' ');
}

/** Returns the address that a picture holds in an attribute such as `data-src`, rewritten as a `src` attribute. */
const heldText = ({ attributes }: ServedElement): string =>
  [...attributes].flatMap(([name, value]) => (heldSource.test(name) ? `src="${value}"` : [])).join(' ');

/** Returns the code that a script element runs, if that code is in the page. */
function codeOf({ attributes, text }: ServedElement): string {
  const source = attributes.get('src');
  if (source === undefined) return text;
  return source.startsWith('data:') ? codeInAddress(source) : '';
}

/** Returns the code in a `data:` address that a script holds in an attribute such as `data-src`, or undefined. */
function heldInAddress({ attributes }: ServedElement): string | undefined {
  const held = [...attributes].find(([name, value]) => heldSource.test(name) && value.startsWith('data:'))?.[1];
  return held && codeInAddress(held);
}

/** Returns the code of a script element: its text, or the code in a `data:` address. */
export const codeIn = (script: ServedElement): string => heldInAddress(script) ?? codeOf(script);

/** Returns the texts of an element that may contain tracking code. For `isData`, see `Piece`. */
function textsOf(element: ServedElement): [text: string, isData?: true][] {
  const { name, attributes } = element;
  if (name === 'img') return [[`src="${attributes.get('src') ?? ''}"`], [heldText(element), true]];
  if (name !== 'script') return [[attributesText(element), true]];
  const held = heldInAddress(element);
  const isCode = isRunnable({ type: attributes.get('type') ?? '' });
  return [[codeOf(element)], [isCode && attributes.get('src') ? '' : (held ?? attributesText(element)), true]];
}

/** Returns the pieces of code and data that match a pattern in `sought`. `loadOf`: see `inlineLoad`. */
export function piecesOf(
  elements: readonly ServedElement[],
  sought: readonly RegExp[],
  loadOf: (script: ServedElement) => Piece['load'],
): Piece[] {
  let left: number = maxPieces.all;
  const texts = elements.flatMap((element) => textsOf(element).map(([whole, isData]) => ({ element, whole, isData })));
  const pieces = texts.flatMap(({ element, whole, isData }): Piece[] => {
    const text = whole && left > 0 ? pieceOf(whole, sought).slice(0, left) : '';
    if (!text) return [];
    left -= text.length;
    const isScript = element.name === 'script';
    const load = isData || !isScript ? undefined : loadOf(element);
    const type = isScript ? clip(element.attributes.get('type')) : '';
    return [{ text, type, place: element.place, ...(isData ? { isData } : {}), ...(load ? { load } : {}) }];
  });
  return pieces.slice(0, maxPieces.count);
}
