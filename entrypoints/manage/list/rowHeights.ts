import type { SlimRow } from '@/lib/records/slim.ts';
import type { Heights } from './VirtualTable.tsx';

const oneLine: Heights = [36, 92];
const twoLines: Heights = [44, 92];

/** The height of a record's row; cards have one height. */
export const rowHeights = (row: Pick<SlimRow, 'isTall'> | undefined): Heights => (row?.isTall ? twoLines : oneLine);
