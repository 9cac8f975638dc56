const KB = 1024;
const MB = 1024 * KB;

/** A file's size in words: `9.8 MB`, `340 KB`. */
export const formatBytes = (bytes: number) => (bytes >= MB ? `${(bytes / MB).toFixed(1)} MB` : `${Math.ceil(bytes / KB)} KB`);
