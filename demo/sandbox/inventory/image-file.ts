import { z } from 'zod';

/** How the files of the usual kinds begin in base64: PNG, JPEG, GIF, WebP. */
const beginnings = ['iVBORw0KGgo', '/9j/', 'R0lGOD', 'UklGR'];

/**
 * A base64-encoded image file (spec, Event). It is looked at, but not kept: images are not in
 * responses.
 */
export const imageFile = z
  .base64('has to be base64')
  .refine(
    (text) => beginnings.some((beginning) => text.startsWith(beginning)),
    'has to be a PNG, JPEG, GIF or WebP file',
  );
