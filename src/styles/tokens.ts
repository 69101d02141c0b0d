import { css } from 'lit';

/**
 * The look's values by role. `--booking-*` is what a host page may set; `--_*` is what the elements
 * read. Light and dark follow the `color-scheme` that the host page (or the widget's attribute)
 * declares.
 */
export const tokens = css`
  :host {
    --_accent: var(--booking-accent, #0b6e63);
    --_on-accent: var(--booking-on-accent, #fff);
    --_accent-soft: var(--booking-accent-soft, #e6f2f0);
    --_ink: var(--booking-ink, #15181c);
    --_muted: var(--booking-muted, #59616b);
    --_line: var(--booking-line, #dfe3e7);
    --_line-strong: var(--booking-line-strong, #7d868f);
    --_surface: var(--booking-surface, #fff);
    --_raised: var(--booking-raised, #f6f7f8);
    --_warn: var(--booking-warn, #8a4b00);
    --_warn-soft: var(--booking-warn-soft, #fff4e0);
    --_bad: var(--booking-bad, #a8201a);
    --_radius: var(--booking-radius, 12px);
    --_radius-small: var(--booking-radius-small, 8px);
    --_tint-0: #e6f2f0;
    --_tint-1: #e8eef8;
    --_tint-2: #fbf0e2;
    --_tint-3: #f3ecf7;
    --_tint-4: #f9ebec;
    --_tint-5: #eef2e2;
  }

  @supports (color: light-dark(#000, #fff)) {
    :host {
      --_accent: var(--booking-accent, light-dark(#0b6e63, #58c7b8));
      --_on-accent: var(--booking-on-accent, light-dark(#fff, #06201d));
      --_accent-soft: var(--booking-accent-soft, light-dark(#e6f2f0, #12312d));
      --_ink: var(--booking-ink, light-dark(#15181c, #eef1f3));
      --_muted: var(--booking-muted, light-dark(#59616b, #a3adb7));
      --_line: var(--booking-line, light-dark(#dfe3e7, #2f363d));
      --_line-strong: var(--booking-line-strong, light-dark(#7d868f, #77818b));
      --_surface: var(--booking-surface, light-dark(#fff, #14171a));
      --_raised: var(--booking-raised, light-dark(#f6f7f8, #1b1f23));
      --_warn: var(--booking-warn, light-dark(#8a4b00, #f2b25c));
      --_warn-soft: var(--booking-warn-soft, light-dark(#fff4e0, #33240d));
      --_bad: var(--booking-bad, light-dark(#a8201a, #ff8a80));
      --_tint-0: light-dark(#e6f2f0, #16302d);
      --_tint-1: light-dark(#e8eef8, #1a2738);
      --_tint-2: light-dark(#fbf0e2, #33270f);
      --_tint-3: light-dark(#f3ecf7, #2b2035);
      --_tint-4: light-dark(#f9ebec, #361f23);
      --_tint-5: light-dark(#eef2e2, #262d16);
    }
  }
`;
