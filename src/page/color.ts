/** Red, green and blue from 0 to 1. */
export type Rgb = readonly number[];

/** Numbers of a computed colour, and how opaque it is, from 0 to 1. */
export function numbersOf(color: string): { numbers: number[]; alpha: number } {
  // The names of some colour spaces have digits.
  const parts = color.match(/[\s(,/]-?[\d.]+(e-?\d+)?/g) ?? [];
  const [first = 0, second = 0, third = 0, alpha = 1] = parts.map((part) => Number(part.slice(1)));
  return { numbers: [first, second, third], alpha };
}

/** Of a computed colour, each from 0 to 1. */
export function readColor(color: string): { lightness: number; alpha: number } {
  const { numbers, alpha } = numbersOf(color);
  const [first = 0, second = 0, third = 0] = numbers;
  // `lab` and `lch` begin with the lightness, `oklab` and `oklch` with one up to 1.
  if (/^ok/.test(color)) return { lightness: first, alpha };
  if (/^l/.test(color)) return { lightness: first / 100, alpha };
  return { lightness: (0.3 * first + 0.59 * second + 0.11 * third) / most(color), alpha };
}

const most = (color: string) => (/^rgb/.test(color) ? 255 : 1);

/** What a computed sRGB colour looks like over another, in whole bytes, as a screen has them. */
export function paintOver(color: string, below: Rgb): Rgb {
  const { numbers, alpha } = numbersOf(color);
  return below.map((behind, index) => {
    const part = Math.min(1, Math.max(0, (numbers[index] ?? 0) / most(color)));
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
