const BASE =
  'inline-flex min-h-12 items-center justify-center gap-2 rounded-full border-2 px-6 py-2 text-center font-semibold ' +
  'no-underline transition-colors aria-disabled:cursor-default aria-disabled:opacity-70';

const VARIANTS = {
  primary: 'border-transparent bg-brand text-on-brand hover:bg-brand-strong',
  secondary: 'border-brand bg-transparent text-brand hover:bg-tint',
  danger: 'border-transparent bg-danger text-on-danger hover:bg-danger-strong',
} as const;

const SMALL =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-full border px-4 py-1 text-sm font-semibold transition-colors';

const SMALL_VARIANTS = {
  primary: 'border-transparent bg-brand text-on-brand hover:bg-brand-strong',
  secondary: 'border-control bg-transparent text-heading hover:bg-tint',
  danger: 'border-control bg-transparent text-danger hover:bg-danger-tint',
} as const;

/** Classes of a button, for `<button>` and links. */
export const buttonClass = (variant: keyof typeof VARIANTS) => `${BASE} ${VARIANTS[variant]}`;

/** Classes of a button among others, as on a card. */
export const smallButtonClass = (variant: keyof typeof SMALL_VARIANTS) =>
  `${SMALL} ${SMALL_VARIANTS[variant]}`;
