/** Browsers by their word in the user agent, in this order: most also name Chrome or Safari. */
const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\//, 'Chrome'],
  // An app on an iPhone's home screen names neither Safari nor a version.
  [/\bSafari\/|\bAppleWebKit\//, 'Safari'],
];

const PLATFORMS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * A browser and its platform for people, such as "Chrome on Android". An iPad claims to be a Mac,
 * which has no touch screen.
 */
export function deviceName(userAgent: string, touchPoints: number): string {
  const nameIn = (names: typeof BROWSERS) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const platform = nameIn(PLATFORMS);
  const isTablet = platform === 'Mac' && touchPoints > 1;
  return `${nameIn(BROWSERS) ?? 'A browser'} on ${isTablet ? 'iPad' : (platform ?? 'a computer')}`;
}
