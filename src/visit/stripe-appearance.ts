import { paintOver, readColor, type Rgb } from '../page/color.ts';
import { ownDocument } from '../page/unshadowed.ts';
import type { StripeAppearance } from './stripe-script.ts';

const WHITE: Rgb = [1, 1, 1];

/**
 * The widget's look for Stripe's fields, which are in frames that no style of ours reaches. Its
 * custom properties are in force in the slot; Stripe takes only their computed values.
 */
export function appearanceIn(slot: HTMLElement): StripeAppearance {
  const probe = ownDocument.createElement('span');
  slot.append(probe);
  const computed = getComputedStyle(probe);
  const colorOf = (token: string, below: Rgb): Rgb => {
    probe.style.color = `var(--_${token})`;
    return paintOver(computed.color, below);
  };
  const surface = colorOf('surface', WHITE);
  const text = colorOf('ink', surface);
  const isDark = readColor(inRgb(surface)).lightness < 0.5;
  probe.style.borderRadius = 'var(--_radius-small)';
  const appearance: StripeAppearance = {
    theme: isDark ? 'night' : 'stripe',
    variables: {
      colorPrimary: inRgb(colorOf('accent-text', surface)),
      colorBackground: inRgb(surface),
      colorText: inRgb(text),
      colorDanger: inRgb(colorOf('warn', surface)),
      borderRadius: computed.borderTopLeftRadius,
      fontFamily: computed.fontFamily,
      // Smaller ones make iOS zoom in.
      fontSizeBase: `${Math.max(16, Number.parseFloat(computed.fontSize))}px`,
    },
  };
  probe.remove();
  return appearance;
}

function inRgb(color: Rgb): string {
  return `rgb(${color.map((part) => Math.round(part * 255)).join(', ')})`;
}
