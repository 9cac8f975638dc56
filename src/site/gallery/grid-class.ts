/** The grid and a place in it, the same for what is loading and what is there. */
export const gridClass = 'grid grid-cols-2 gap-3 sm:gap-5 lg:grid-cols-3 lg:gap-6';
export const tileClass = 'aspect-[4/3] w-full';
