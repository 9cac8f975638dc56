/** The look of a link to a screen. */
export const sidebarLinkClass = ({ isActive }: { isActive: boolean }) =>
  `flex min-h-11 items-center gap-3 rounded-xl px-3 font-semibold transition-colors hover:bg-tint ${
    isActive ? 'bg-tint text-brand' : 'text-heading'
  }`;
