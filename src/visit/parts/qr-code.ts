import { css, svg } from 'lit';
import { encode } from 'uqr';

/** Light modules round the code, without which a scanner may not find it. */
const QUIET_ZONE = 4;
/** The side of a module in pixels; a whole number keeps its edges sharp. */
const MODULE = 4;
/** The side of a module in a code that stands alone. */
const LARGE_MODULE = 6;

/**
 * A code that a scanner at the entrance reads. Hidden from screen readers: the text of the code
 * stands beside it.
 */
export function qrCode(code: string, isLarge = false) {
  const { data, size } = encode(code, { ecc: 'M', border: QUIET_ZONE });
  const side = size * (isLarge ? LARGE_MODULE : MODULE);
  return svg`<svg
    class="qr"
    aria-hidden="true"
    viewBox="0 0 ${size} ${size}"
    width=${side}
    height=${side}
    shape-rendering="crispEdges"
  ><path d=${pathOf(data)} /></svg>`;
}

/** One path for all dark modules, as a row of squares for each row. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
}

/** Dark on white in every scheme, on paper and with forced colours: scanners expect nothing else. */
export const qrStyles = css`
  .qr {
    display: block;
    max-width: 100%;
    height: auto;
    border-radius: var(--_radius-small);
    background: #fff;
    fill: #000;
    forced-color-adjust: none;
    print-color-adjust: exact;
  }
`;
