/** The luminance of a computed colour, from 0 (black) to 1 (white). */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The contrast of two colours, from 1 to 21. */
export function contrast(...colours: [string, string]): number {
  const [dark = 0, light = 0] = colours.map(luminance).toSorted((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
}
