import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import jsQR from 'jsqr';
import { render } from 'lit';
import { qrCode } from '../../../src/visit/parts/qr-code.ts';

/** Draws the picture as the browser does, and reads it as a scanner does. */
async function scan(code: string): Promise<string | undefined> {
  const host = document.createElement('div');
  render(qrCode(code), host);
  const drawn = host.querySelector('svg')!;
  drawn.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(drawn.outerHTML)}`;
  await image.decode();
  const { width, height } = image;
  const canvas = new OffscreenCanvas(width, height).getContext('2d')!;
  canvas.fillStyle = 'white';
  canvas.fillRect(0, 0, width, height);
  canvas.drawImage(image, 0, 0);
  return jsQR(canvas.getImageData(0, 0, width, height).data, width, height)?.data;
}

describe('a QR code', () => {
  it('is read as the code that it was made from', async () => {
    const codes = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(codes, async (code) => {
        expect(await scan(code)).to.equal(code);
      }),
      { numRuns: 25, examples: [['9UVBDVFUJZ'], ['K7M-2QX'], ['https://a.example/t?c=1']] },
    );
  });
});
