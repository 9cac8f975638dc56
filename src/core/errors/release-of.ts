/** The release in a file's name: `shell-1a2b3c4` of `https://…/assets/shell-1a2b3c4.js`. */
export const releaseOf = (file: string): string =>
  (/([^/]*?)\.\w+(?:\?|$)/.exec(file)?.[1] ?? '').replaceAll(/[^\w-]/g, '-').slice(0, 40) || 'none';
