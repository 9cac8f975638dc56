const KB = 1024;
const MB = 1024 * KB;
const GB = 1024 * MB;

/** A formatted size: `1.2 GB`, `9.8 MB`, `340 KB`. */
export function formatBytes(bytes: number): string {
  if (bytes >= GB) return `${(bytes / GB).toFixed(1)} GB`;
  return bytes >= MB ? `${(bytes / MB).toFixed(1)} MB` : `${Math.ceil(bytes / KB)} KB`;
}
