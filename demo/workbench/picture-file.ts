/** Pictures as the platform takes them: files in base64. */

/** The longest side of a picture that is sent, in pixels. */
const LONGEST_SIDE = 1600;
const QUALITY = 0.88;

/**
 * Draws a file again, no larger than that, and so without the place where it was taken.
 * @throws {Error} if the browser cannot read it
 */
export async function pictureOf(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return encode(canvas);
}

/** Hills under an evening sky, for whoever has no picture at hand. */
export function drawnPicture(): string {
  const canvas = document.createElement('canvas');
  const [width, height] = [1200, 800];
  Object.assign(canvas, { width, height });
  const pen = canvas.getContext('2d');
  if (!pen) return '';
  pen.fillStyle = '#cfe3ea';
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = '#fdf6e3';
  pen.beginPath();
  pen.arc(width * 0.72, height * 0.28, 70, 0, 2 * Math.PI);
  pen.fill();
  for (const [color, top, wave] of [
    ['#8fb8c4', 0.56, 60],
    ['#3f7f8f', 0.72, 42],
    ['#265665', 0.86, 28],
  ] as const) {
    pen.fillStyle = color;
    pen.beginPath();
    pen.moveTo(0, height);
    for (let x = 0; x <= width; x += 8) {
      pen.lineTo(x, height * top + wave * Math.sin(x / (120 + wave) + wave));
    }
    pen.lineTo(width, height);
    pen.fill();
  }
  return encode(canvas);
}

function encode(canvas: HTMLCanvasElement): string {
  const [, base64 = ''] = canvas.toDataURL('image/jpeg', QUALITY).split(',');
  return base64;
}
