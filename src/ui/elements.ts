import type { ReactElement } from 'react';

/** Elements, and no bare text: a browser's translator would replace a text node beside others. */
export type Elements = ReactElement | '' | boolean | null | undefined | readonly Elements[];
