/** Red, green and blue from 0 to 1. */
export type Rgb = readonly number[];

/** The numbers of a computed colour, and its opacity from 0 to 1. */
function numbersOf(color: string): { numbers: number[]; alpha: number } {
  // A separator has to come first, because names such as `display-p3` have digits.
  const parts = color.match(/[\s(,/]-?[\d.]+(e-?\d+)?/g) ?? [];
  const [first = 0, second = 0, third = 0, alpha = 1] = parts.map((part) => Number(part.slice(1)));
  return { numbers: [first, second, third], alpha };
}

/** The lightness and opacity of a computed colour, from 0 to 1. */
export function readColor(color: string): { lightness: number; alpha: number } {
  const { numbers, alpha } = numbersOf(color);
  const [first = 0, second = 0, third = 0] = numbers;
  // `oklab` and `oklch` begin with a lightness from 0 to 1, `lab` and `lch` from 0 to 100.
  if (color.startsWith('ok')) return { lightness: first, alpha };
  if (color.startsWith('l')) return { lightness: first / 100, alpha };
  return { lightness: (0.3 * first + 0.59 * second + 0.11 * third) / maximumOf(color), alpha };
}

/** `rgb()` has numbers up to 255, `color()` up to 1. */
const maximumOf = (color: string) => (color.startsWith('rgb') ? 255 : 1);

/** Blends a computed sRGB colour over another one, rounded to bytes as on a screen. */
export function paintOver(color: string, below: Rgb): Rgb {
  const { numbers, alpha } = numbersOf(color);
  return below.map((behind, index) => {
    const part = Math.min(1, Math.max(0, (numbers[index] ?? 0) / maximumOf(color)));
    return Math.round((part * alpha + behind * (1 - alpha)) * 255) / 255;
  });
}

/** WCAG's relative luminance. */
function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) =>
    part > 0.04045 ? ((part + 0.055) / 1.055) ** 2.4 : part / 12.92,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG's contrast, from 1 to 21. */
export function contrast(text: Rgb, ground: Rgb): number {
  const [a, b] = [luminance(text) + 0.05, luminance(ground) + 0.05];
  return Math.max(a / b, b / a);
}
